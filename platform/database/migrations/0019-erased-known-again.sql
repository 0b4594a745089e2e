-- Erased IDs are looked for by their fingerprints whenever IDs are added: each print has its own place in the index, however many rows tell of erased ones. It is
-- written at once and not some time later, because what waits to be written is read from end to end by everybody who looks.
create index ledger_erased_prints on ledger using gin (fingerprints) with (fastupdate = off) where event = 'erased';
drop index ledger_erased;

-- Those of the prints that rows of erased IDs have. The planner takes many prints at once for all there are, and would read the whole ledger for each.
create function erased_among(prints bytea[]) returns table (product_id text, print bytea) language sql stable set enable_seqscan = off as $$
  select l.product_id, its.print
  from ledger l cross join unnest(l.fingerprints) as its (print) join unnest(prints) as given (print) on given.print = its.print
  where l.event = 'erased' and l.fingerprints && prints
$$;

-- A connection keeps the plan of its first change of IDs, which may have been of one: where 2,000 change after it, comparing each with each took a second, in which
-- nobody could order the product.
alter function units_changed() set enable_nestloop = off;
alter function units_value_erased() set enable_nestloop = off;
