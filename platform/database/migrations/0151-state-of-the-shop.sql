-- What belongs to the shop and not to one of its machines: the links to become its first admin, and whether its first texts were written.

create table set_up_links (
  machine text primary key,
  token_hash bytea not null,
  expires_at timestamptz not null
);
comment on table set_up_links is E'The links to become the first admin, one for each machine that was started without one. Every machine takes them.\nThey end after an hour, at that machine''s next start, and with the first admin.';
comment on column set_up_links.machine is 'The machine that printed it: its name, port and data folder.';

-- A shop with an account has its texts already, or its owner's own.
insert into upgrade_steps (name, finished_at) select 'first texts', case when exists (select from users) then now() end;
