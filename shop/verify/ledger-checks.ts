/**
 * Maps every earlier fingerprint of an ID to its current one. A mapping applies from row `since` up
 * to row `seq`: if an earlier version accepted an ID twice, the second row passed its fingerprint
 * on to the first.
 */
const named = `renamed as materialized (
    select product_id, seq, earlier, print, coalesce(lag(seq) over (partition by product_id, earlier order by seq), 0) as since from (
      select l.product_id, l.seq, p.n, p.print, lag(p.print) over (partition by l.product_id, l.seq order by p.n) as earlier
      from ledger l, unnest(l.fingerprints) with ordinality as p (print, n) where l.event = 'rotated'
    ) as pairs where n % 2 = 0
  ), named (product_id, print, since, seq, name) as (
    select product_id, earlier, since, seq, print from renamed r
    where not exists (select from renamed later where later.product_id = r.product_id and later.earlier = r.print and later.seq > r.seq)
    union
    select r.product_id, r.earlier, r.since, r.seq, n.name
    from named n join renamed r on r.product_id = n.product_id and r.print = n.print and r.seq < n.seq and r.seq >= n.since
  )`;

/** Every event of every ID, under its current fingerprint. */
const events = `events as (
    select l.product_id, coalesce(n.name, p.print) as print, l.seq, l.event, l.order_id
    from ledger l cross join unnest(l.fingerprints) as p (print) left join named n on n.product_id = l.product_id and n.print = p.print and l.seq < n.seq and l.seq >= n.since
    where l.event <> 'rotated'
  )`;

/** The last event of each ID per product, and whether it was ever delivered. */
const recorded = `recorded as (
    select product_id, print, (array_agg(event order by seq desc))[1] as event, (array_agg(order_id order by seq desc))[1] as order_id,
      bool_or(event = 'delivered') as was_delivered
    from events group by product_id, print
  )`;

/**
 * Which events may precede each event; `begin` means none. A delivered ID never returns to the
 * stock.
 */
const FREE = ["imported", "released", "restored"];
const mayFollow: Record<string, string[]> = {
  imported: ["begin", "removed", "moved", "erased"],
  reserved: FREE,
  released: ["reserved"],
  delivered: [...FREE, "reserved"],
  replaced: ["delivered"],
  faulty: [...FREE, "replaced", "removed", "held back", "recalled"],
  removed: [...FREE, "held back"],
  "held back": FREE,
  recalled: FREE,
  restored: ["removed", "held back", "recalled"],
  moved: [...FREE, "removed", "held back", "recalled"],
  erased: [...FREE, "removed", "held back", "recalled", "delivered", "replaced", "faulty", "erased"],
};
const staysOut = ["replaced", "faulty", "erased"];

const inSql = (words: readonly string[]) => words.map((word) => `'${word}'`).join(", ");
const allowed = Object.entries(mayFollow)
  .flatMap(([event, befores]) => befores.map((before) => `('${event}', '${before}')`))
  .join(", ");

/** Checks of the ledger, in the form of `bookChecks`. */
export const ledgerChecks: string[] = [
  // The last event of every ID, under any of its fingerprints, agrees with the ID's state.
  `with recursive ${named}, ${events}, ${recorded}, booked as (
    select u.id, u.product_id, u.fingerprint, h.order_id, u.erased_at is not null as is_erased, case
        when u.withdrawn is not null then u.withdrawn when h.delivered_at is not null then 'delivered'
        when h.unit_id is not null then 'reserved' else 'available' end as state
    from units u left join order_units h on h.unit_id = u.id
  )
  select coalesce('ID ' || b.id, 'ledger of product ' || t.product_id) as row, case
      when b.id is null then 'an ID that was ' || t.event || ' is not in the books'
      when t.event is null then b.state || ', and the ledger knows nothing of it'
      when b.is_erased then 'erased, and the ledger says ' || t.event
      else b.state || ', and the ledger says ' || t.event || coalesce(' in order ' || coalesce(o.request_code, t.order_id), '')
    end as wrong
  from recorded t full join booked b on b.product_id = t.product_id and b.fingerprint = t.print left join orders o on o.id = t.order_id
  where case
    when b.id is null then t.event not in ('moved', 'erased')
    when t.event is null then true
    when b.is_erased then t.event <> 'erased'
    when b.state = 'available' then t.event not in (${inSql(FREE)})
    else t.event <> b.state or t.order_id is distinct from b.order_id
  end`,

  // Every event may follow the one before it; after a delivery only those that keep the ID out of
  // the stock.
  `with recursive ${named}, ${events}, walked as (
    select product_id, print, seq, event, lag(event, 1, 'begin') over steps as before,
      coalesce(bool_or(event = 'delivered') over (steps rows between unbounded preceding and 1 preceding), false) as was_delivered
    from events window steps as (partition by product_id, print order by seq)
  )
  select coalesce('ID ' || u.id, 'ledger of product ' || w.product_id) as row, 'row ' || w.seq || ' of the ledger says ' || w.event ||
      case when w.before = 'begin' then ', and none before it imported' else ' after ' || w.before end ||
      case when w.was_delivered and w.before not in ('delivered', 'replaced') then ', and it was delivered once' else '' end as wrong
  from walked w left join units u on u.product_id = w.product_id and u.fingerprint = w.print
  where (w.event, w.before) not in (${allowed}) or (w.was_delivered and w.event not in (${inSql(staysOut)}))`,

  // An ID is active in the chain of one product only.
  `with recursive ${named}, ${events}, ${recorded}
  select coalesce('ID ' || min(u.id), 'ledger of product ' || min(t.product_id)) as row,
    'the ledger has it in the products ' || string_agg(distinct t.product_id, ' and ' order by t.product_id) as wrong
  from recorded t left join units u on u.fingerprint = t.print
  where t.event <> 'moved' and (t.event <> 'erased' or t.was_delivered)
  group by t.print having count(*) > 1`,
];
