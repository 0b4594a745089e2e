-- Sets was_admin for every account that is an admin, or was one according to the audit log.
CREATE OR REPLACE FUNCTION record_former_admins()
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update users u set was_admin = true
  where not u.was_admin and (u.role <> 'customer' or u.id in (
    select e.admin_id from audit_entries e
    union select e.subject_id from audit_entries e where e.subject_kind = 'account'
      and e.action in ('admin-made', 'admin-unmade', 'admin-set-up', 'first-admin-made')))
$function$;
