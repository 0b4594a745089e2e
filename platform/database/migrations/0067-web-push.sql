-- Web push: the key by which push services recognize the shop, and the devices of admins that are
-- notified. A device ends with the admin's rights and with a session that is ended, by whatever way:
-- the triggers see every command, the command line and what the login library does. A session that
-- only runs out leaves its device, since an admin's ends after an hour without use.

create table push_key (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null
);

create table push_devices (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  session_id text references sessions (id) on delete set null,
  endpoint bytea not null,
  endpoint_hash bytea not null unique,
  keys bytea not null,
  user_agent text,
  created_at timestamptz not null,
  notified_at timestamptz
);
create index push_devices_of_user on push_devices (user_id, created_at, id);
create index push_devices_of_session on push_devices (session_id) where session_id is not null;

create function end_push_with_session() returns trigger language plpgsql as $$
begin
  if old.expires_at > now() then
    delete from push_devices where session_id = old.id;
  end if;
  return old;
end $$;
create trigger end_push_with_session before delete on sessions
  for each row execute function end_push_with_session();

create function end_push_with_rights() returns trigger language plpgsql as $$
begin
  delete from push_devices where user_id = new.id;
  return null;
end $$;
create trigger end_push_with_rights after update of role, disabled on users
  for each row when (new.role <> 'admin' or new.disabled) execute function end_push_with_rights();

comment on table push_key is 'The key by which push services recognize the shop (VAPID). The private key is encrypted. One row.';
comment on table push_devices is 'Devices of admins that get push notifications. The push service''s address and the browser''s keys are encrypted.';
comment on column push_devices.session_id is 'The newest session in which the device was seen. Null once that ran out.';
comment on column push_devices.endpoint_hash is 'The SHA-256 of the address, by which a browser finds its row.';
comment on column push_devices.user_agent is 'The browser that asked, as sessions store it.';
comment on column push_devices.notified_at is 'When the push service last accepted a notification.';
comment on function end_push_with_session() is 'Ends the notifications of a device whose session is ended before its time.';
comment on function end_push_with_rights() is 'Ends the notifications of an account that is no enabled admin any more.';
