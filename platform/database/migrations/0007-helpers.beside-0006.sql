-- Helpers work in the shop with some rights; owners are those whose role is admin.

alter table users add column rights text[] not null default '{}';
comment on column users.rights is 'What a helper may do; empty for customers, and for owners, who may do everything.';
comment on column users.role is 'customer, helper or admin (an owner).';
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('customer', 'helper', 'admin'));
alter table users add constraint users_rights_check check (
  case when role = 'helper' then cardinality(rights) > 0 else cardinality(rights) = 0 end
  and rights <@ '{read-orders,decide-orders,answer-buyers,manage-stock,see-ids,handle-money,see-figures}'::text[]);

-- The release before this one makes a helper a customer without knowing of rights.
create function rights_of_helpers() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  if new.role <> 'helper' then
    new.rights := '{}';
  end if;
  return new;
end $$;
comment on function rights_of_helpers is 'Takes the rights of an account that is no helper any more.';
create trigger rights_of_helpers before update of role on users for each row execute function rights_of_helpers();

-- A helper counts like an admin: nobody reads the links in their emails, and no import takes the account.
create or replace function preserve_was_admin() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  new.was_admin := new.was_admin or new.role <> 'customer' or (tg_op = 'UPDATE' and old.was_admin);
  return new;
end $$;
create or replace function record_former_admins() returns void language sql set search_path to 'public', 'pg_temp' as $$
  update users u set was_admin = true
  where not u.was_admin and (u.role <> 'customer' or u.id in (
    select e.admin_id from audit_entries e
    union select e.subject_id from audit_entries e where e.subject_kind = 'account'
      and e.action in ('admin-made', 'admin-unmade', 'admin-set-up', 'first-admin-made')))
$$;

drop trigger end_push_with_rights on users;
create trigger end_push_with_rights after update of role, disabled on users for each row
  when (new.role = 'customer' or new.disabled) execute function end_push_with_rights();

-- A key made before this version reads whole IDs and gift card codes in the calls of its scopes.
alter table api_keys add column reads_whole boolean not null default true;
comment on column api_keys.reads_whole is 'Whether it was made before keys had the rights to see IDs and to handle money: it reads IDs and gift card codes whole.';
