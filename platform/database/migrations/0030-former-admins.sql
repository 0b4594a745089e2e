-- Whether an account is, or ever was, an admin's: its reset emails are shown to nobody. Once true it stays true, whoever
-- writes the row.
alter table users add column was_admin boolean not null default false;

-- Works it out of the roles and of what admins did, for a shop that ran before this column and for an imported export.
create function note_former_admins() returns void language sql as $$
  update users u set was_admin = true
  where not u.was_admin and (u.role = 'admin' or u.id in (
    select e.admin_id from audit_entries e
    union select e.subject_id from audit_entries e where e.subject_kind = 'account'
      and e.deed in ('admin-made', 'admin-unmade', 'admin-set-up', 'first-admin-made')))
$$;
select note_former_admins();

create function keep_was_admin() returns trigger language plpgsql as $$
begin
  new.was_admin := new.was_admin or new.role = 'admin' or (tg_op = 'UPDATE' and old.was_admin);
  return new;
end $$;
create trigger keep_was_admin before insert or update of role, was_admin on users
  for each row execute function keep_was_admin();
