-- The job queue's library gives a job of a killed process back after four hours. Each worker tells that it is alive, so
-- that the jobs of one that is silent are given to others within a minute.
create unlogged table job_workers (
  id text primary key,
  beat_at timestamptz not null,
  beating_since timestamptz not null
);
comment on table job_workers is 'Which workers of the job queue are alive: each writes the time every few seconds.';
