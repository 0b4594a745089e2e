-- A later cost marks the quarter of an hour of each delivery: an hour of UTC can lie in two days of a time zone with half hours.

create or replace function sales_of_batch_change() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  insert into sales_changes (at)
    select distinct date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00') from (
      select h.delivered_at as at from units u join order_units h on h.unit_id = u.id where u.batch_id = new.id
      union all
      select unnest(array[r.replaced_at, came.replaced_at, o.processed_at]) from units u join replacements r on r.faulty_unit_id = u.id
        join orders o on o.id = r.order_id left join replacements came on came.unit_id = u.id where u.batch_id = new.id
    ) as times where at < now() - interval '30 minutes';
  return null;
end $$;
