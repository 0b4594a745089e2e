-- Refuses TRUNCATE, and UPDATE of free_units, because no other trigger would record the change.
CREATE OR REPLACE FUNCTION never_emptied()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception '% cannot be emptied or changed in this way: what becomes of an ID has to be told', tg_table_name using errcode = '55000';
end $function$;

CREATE TRIGGER earlier_keys_are_not_emptied BEFORE TRUNCATE ON earlier_keys FOR EACH STATEMENT EXECUTE FUNCTION never_emptied();

CREATE TRIGGER free_units_are_not_emptied BEFORE UPDATE OR TRUNCATE ON free_units FOR EACH STATEMENT EXECUTE FUNCTION never_emptied();

CREATE TRIGGER order_units_are_not_emptied BEFORE TRUNCATE ON order_units FOR EACH STATEMENT EXECUTE FUNCTION never_emptied();

CREATE TRIGGER orders_are_not_emptied BEFORE TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION never_emptied();

CREATE TRIGGER product_stock_is_not_emptied BEFORE TRUNCATE ON product_stock FOR EACH STATEMENT EXECUTE FUNCTION never_emptied();

CREATE TRIGGER replacements_are_not_emptied BEFORE TRUNCATE ON replacements FOR EACH STATEMENT EXECUTE FUNCTION never_emptied();

CREATE TRIGGER units_are_not_emptied BEFORE TRUNCATE ON units FOR EACH STATEMENT EXECUTE FUNCTION never_emptied();
