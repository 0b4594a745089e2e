-- A value that only the shop's own secret makes: by it a secret that does not fit this database is known before anything is read or written with it.
create table key_check (
  only_row boolean primary key default true check (only_row),
  value bytea not null,
  noted_at timestamptz not null default now()
);
