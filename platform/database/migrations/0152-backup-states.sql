-- The state of the daily backups, which every machine shows, also one that makes none.

create table backup_states (
  machine text primary key,
  last_good_at timestamptz,
  failed_at timestamptz,
  is_on_same_disk boolean not null,
  seen_at timestamptz not null
);
comment on table backup_states is 'The daily backups as each machine that makes them saw them last.';
comment on column backup_states.machine is 'The machine: its name, port and data folder.';
comment on column backup_states.last_good_at is 'When the newest complete backup in its folder was made. Null if there is none.';
comment on column backup_states.failed_at is 'When its newest try failed. Null if it succeeded.';
