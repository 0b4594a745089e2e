-- Has the days counted again on which IDs became dead by a refund, if that is learned later or the refund failed after all.
CREATE OR REPLACE FUNCTION sales_of_claim_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and old.state in ('refunding', 'refunded') and old.decided_at < now() - interval '30 minutes' then
    insert into sales_changes (at) values (old.decided_at);
  end if;
  if new.state in ('refunding', 'refunded') and new.decided_at < now() - interval '30 minutes' then
    insert into sales_changes (at) values (new.decided_at);
  end if;
  return null;
end $function$;

CREATE TRIGGER sales_of_claim_change AFTER UPDATE OF state, decided_at ON claims FOR EACH ROW WHEN ((old.state = ANY (ARRAY['refunding'::text, 'refunded'::text])) IS DISTINCT FROM (new.state = ANY (ARRAY['refunding'::text, 'refunded'::text])) OR old.decided_at IS DISTINCT FROM new.decided_at) EXECUTE FUNCTION sales_of_claim_change();

CREATE TRIGGER sales_of_claim_gain AFTER INSERT ON claims FOR EACH ROW WHEN (new.state = ANY (ARRAY['refunding'::text, 'refunded'::text])) EXECUTE FUNCTION sales_of_claim_change();
