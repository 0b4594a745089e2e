-- Backups are made hourly where their rows are written quickly, in a folder and in a bucket, and the
-- owner gets an email when they fail.
alter table backup_states
  add column place text not null default 'folder' constraint backup_states_place_check check (place in ('folder', 'bucket')),
  add column rows_ms integer constraint backup_states_rows_ms_check check (rows_ms >= 0),
  add column told_at timestamptz,
  drop constraint backup_states_pkey,
  add constraint backup_states_pkey primary key (machine, place);
alter table backup_states alter column place drop default;
comment on table backup_states is 'The automatic backups as each machine that makes them saw them last.';
comment on column backup_states.place is 'Where they are stored: folder, or bucket.';
comment on column backup_states.last_good_at is 'When the newest complete backup there was made. Null if there is none.';
comment on column backup_states.rows_ms is 'How long the rows of its newest backup took, in milliseconds. Null if that is not known.';
comment on column backup_states.told_at is 'When the owner was told that they fail or are late. Null if all is well.';
