-- Which of these fingerprints belong to erased IDs.
CREATE OR REPLACE FUNCTION erased_among(prints bytea[])
 RETURNS TABLE(product_id text, print bytea)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select l.product_id, its.print
  from ledger l cross join unnest(l.fingerprints) as its (print) join unnest(prints) as given (print) on given.print = its.print
  where l.event = 'erased' and l.fingerprints && prints
$function$;
