-- The year in which the financial year of a time begins, in a time zone.
CREATE OR REPLACE FUNCTION financial_year(at timestamp with time zone, zone text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return extract(year from (at at time zone zone) - interval '3 months');
exception when invalid_parameter_value then
  -- PostgreSQL may not know a new time zone. No order may fail for that.
  return extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months');
end $function$;
