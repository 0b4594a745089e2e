/** Questions to the books, each a query that gives a `row` and what is `wrong` with it for everything that is not as it should be. */
export const bookChecks: string[] = [
  // Every ID is in one place, and where it is belongs to its product.
  `select 'ID ' || u.id as row, case
      when f.unit_id is null and h.unit_id is null and u.set_aside is null then 'neither available, reserved, delivered nor set aside'
      when f.product_id <> u.product_id then 'available in product ' || f.product_id || ' and of product ' || u.product_id
      when o.product_id <> u.product_id then 'in order ' || o.request_code || ' of another product'
      else 'at once ' || concat_ws(' and ', case when f.unit_id is not null then 'available' end,
        case when h.unit_id is not null then 'in order ' || coalesce(o.request_code, h.order_id) end, u.set_aside)
    end as wrong
  from units u left join free_units f on f.unit_id = u.id left join order_units h on h.unit_id = u.id left join orders o on o.id = h.order_id
  where (f.unit_id is not null)::integer + (h.unit_id is not null)::integer + (u.set_aside is not null)::integer <> 1
    or f.product_id <> u.product_id or o.product_id <> u.product_id`,

  `select 'ID ' || unit_id as row, 'available or in an order, and not in the books' as wrong
  from (select unit_id from free_units union all select unit_id from order_units) as placed
  where not exists (select from units u where u.id = placed.unit_id)`,

  `select 'ID ' || h.unit_id as row, 'in order ' || h.order_id || ', which is not there' as wrong
  from order_units h where not exists (select from orders o where o.id = h.order_id)`,

  // The counters of every product are what counting gives: imported = available + reserved + delivered + set aside.
  `with counted as (
    select u.product_id, count(*) as imported, count(f.unit_id) as free, count(h.unit_id) - count(h.delivered_at) as held,
      count(h.delivered_at) as delivered, count(u.set_aside) as set_aside
    from units u left join free_units f on f.product_id = u.product_id and f.unit_id = u.id left join order_units h on h.unit_id = u.id
    group by u.product_id
  )
  select 'product ' || p.id as row, coalesce(books.name || ' is ' || counter || ' by the counter and ' || books.count || ' by counting', 'it has no stock row') as wrong
  from products p left join product_stock s on s.product_id = p.id left join counted c on c.product_id = p.id
    left join lateral (values
      ('available', s.available, coalesce(c.free, 0)), ('free', s.free, coalesce(c.free, 0)), ('imported', s.imported, coalesce(c.imported, 0)),
      ('reserved', s.held, coalesce(c.held, 0)), ('delivered', s.delivered, coalesce(c.delivered, 0)), ('set aside', s.set_aside, coalesce(c.set_aside, 0))
    ) as books (name, counter, count) on s.product_id is not null
  where s.product_id is null or counter <> books.count`,

  // The counters of every import are what counting gives, and its IDs are of its product.
  `with counted as (
    select u.batch_id, count(*) as ids, count(h.delivered_at) as delivered, count(u.set_aside) as set_aside, count(*) filter (where u.product_id <> b.product_id) as foreigners
    from units u join batches b on b.id = u.batch_id left join order_units h on h.unit_id = u.id group by u.batch_id
  )
  select 'import ' || b.id as row, counter || ' is ' || books.kept || ' by the counter and ' || books.count || ' by counting' as wrong
  from batches b left join counted c on c.batch_id = b.id,
    lateral (values ('IDs', b.ids, coalesce(c.ids, 0)), ('delivered', b.delivered, coalesce(c.delivered, 0)), ('set aside', b.set_aside, coalesce(c.set_aside, 0)),
      ('of another product', 0, coalesce(c.foreigners, 0))) as books (counter, kept, count)
  where books.kept <> books.count`,

  `select 'product ' || p.id as row, 'deleted, and IDs of it are available or it has pending orders' as wrong
  from products p
  where p.deleted_at is not null and (exists (select from free_units f where f.product_id = p.id)
    or exists (select from orders o where o.product_id = p.id and o.status = 'pending'))`,

  // Every order has the IDs that its state asks for, and its columns agree with its state.
  `select 'order ' || o.request_code as row, wrong
  from orders o
    left join lateral (
      select count(*) as units, count(h.delivered_at) as given, count(distinct h.position) as positions,
        coalesce(min(h.position), 0) as first, coalesce(max(h.position), 0) as last
      from order_units h where h.order_id = o.id
    ) as its on true,
    lateral (select o.quantity - coalesce(o.short_by, 0) as due) as asked,
    lateral (values
      (o.total_paise <> o.price_paise * o.quantity and not o.moved_in, 'its total is not its price times its quantity'),
      (o.status = 'pending' and (units <> due or given <> 0), 'pending for ' || due || ' IDs, and holds ' || units - given || ' and was given ' || given),
      (o.status = 'approved' and (units <> due or given <> due),
        'approved with ' || due || ' IDs, and was given ' || given || ' and holds ' || units - given),
      (o.status = 'approved' and given = due and given > 0 and (positions <> given or first <> 0 or last <> given - 1), 'two of its IDs stand in one place'),
      (o.short_by is not null and not o.moved_in, 'it lacks IDs, and was placed in this shop'),
      (o.status in ('rejected', 'cancelled') and units <> 0, o.status || ', and has ' || units || ' IDs'),
      ((o.status in ('approved', 'rejected')) <> (o.processed_at is not null), o.status || ', and its time of processing says otherwise'),
      ((o.status = 'approved') <> (o.approved_by is not null), o.status || ', and who approved it says otherwise'),
      ((o.status = 'cancelled') <> (o.cancelled_at is not null), o.status || ', and its time of cancellation says otherwise'),
      ((o.status = 'rejected') <> (o.reason is not null), o.status || ', and its reason says otherwise'),
      (o.status <> 'approved' and o.download_link is not null, o.status || ', and has a download link'),
      ((o.proof_name is null) <> (o.proof_key is null), 'its proof has a name or a file alone'),
      (o.payment_method <> 'amazon' and (o.gift_card_code is not null or o.proof_key is not null or o.payment_verified is not null),
        'paid after approval, and has a code or a proof'),
      (not exists (select from products p where p.id = o.product_id), 'its product is not there')
    ) as looked (is_wrong, wrong)
  where is_wrong`,

  // What was erased of an order was erased of each of its IDs, and of no other.
  `select 'ID ' || u.id as row, case when u.erased_at is null then 'its order says that it was erased' else 'erased, and no order says so' end as wrong
  from units u left join order_units h on h.unit_id = u.id left join replacements r on r.faulty_unit_id = u.id
    left join orders o on o.id = coalesce(h.order_id, r.order_id)
  where (u.erased_at is null) <> (o.ids_erased_at is null)`,

  `select 'replacement ' || r.id as row, wrong
  from replacements r left join units dead on dead.id = r.faulty_unit_id left join orders o on o.id = r.order_id,
    lateral (values
      (dead.set_aside is distinct from 'faulty', 'its dead ID is not set aside as faulty'),
      (o.status is distinct from 'approved', 'its order is not approved'),
      (not exists (select from order_units h where h.unit_id = r.unit_id and h.order_id = r.order_id)
        and not exists (select from replacements later where later.faulty_unit_id = r.unit_id and later.order_id = r.order_id), 'its order does not have the new ID')
    ) as looked (is_wrong, wrong)
  where is_wrong`,

  // The sums of the hours that are closed are what their orders come to.
  `with closed as (select until from order_sums_until), counted as (
    select 'placed' as what, date_trunc('hour', created_at, 'UTC') as hour, count(*) as count, sum(total_paise) as paise
      from orders, closed where created_at < until group by 2
    union all
    select 'approved', date_trunc('hour', handled_at, 'UTC'), count(*), sum(total_paise)
      from orders, closed where status = 'approved' and handled_at < until group by 2
  )
  select 'orders ' || what || ' in the hour of ' || to_char(hour at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as row,
    coalesce(s.count, 0) || ' for ' || coalesce(s.total_paise, 0) || ' paise by the sums and ' || coalesce(c.count, 0) || ' for ' || coalesce(c.paise, 0) || ' by counting' as wrong
  from order_sums s full join counted c using (what, hour)
  where (coalesce(s.count, 0), coalesce(s.total_paise, 0)) <> (coalesce(c.count, 0), coalesce(c.paise, 0))`,

  // What a search looks in is what the orders say. A name that no order has any more may stay.
  `select 'order ' || coalesce(o.request_code, t.order_id) as row,
    case when t.order_id is null then 'a search does not find it' when t.name is null then 'a search does not find it by its product'
      else 'a search finds it by what it does not say' end as wrong
  from (select * from orders, order_sums_until where created_at < until) o
    full join (select t.order_id, t.text, n.name from order_texts t left join ordered_names n on n.id = t.name_id) t on t.order_id = o.id
  where (t.text, t.name) is distinct from (lower(o.id || chr(10) || o.request_code), lower(o.product_name))`,

  // What the ledger says last of every ID, under whichever fingerprints it had, is what the books say.
  `with recursive renamed as materialized (
    select product_id, earlier, print from (
      select l.product_id, p.n, p.print, lag(p.print) over (partition by l.product_id, l.seq order by p.n) as earlier
      from ledger l, unnest(l.fingerprints) with ordinality as p (print, n) where l.event = 'rotated'
    ) as pairs where n % 2 = 0
  ), named (product_id, print, name) as (
    select product_id, earlier, print from renamed r
    where not exists (select from renamed later where later.product_id = r.product_id and later.earlier = r.print)
    union
    select r.product_id, r.earlier, n.name from named n join renamed r on r.product_id = n.product_id and r.print = n.print
  ), told as (
    select distinct on (l.product_id, coalesce(n.name, p.print)) l.product_id, coalesce(n.name, p.print) as print, l.event, l.order_id
    from ledger l cross join unnest(l.fingerprints) as p (print) left join named n on n.product_id = l.product_id and n.print = p.print
    where l.event <> 'rotated' order by l.product_id, coalesce(n.name, p.print), l.seq desc
  ), booked as (
    select u.id, u.product_id, u.fingerprint, h.order_id, u.erased_at is not null as is_erased, case
        when u.set_aside is not null then u.set_aside when h.delivered_at is not null then 'delivered'
        when h.unit_id is not null then 'reserved' else 'available' end as state
    from units u left join order_units h on h.unit_id = u.id
  )
  select coalesce('ID ' || b.id, 'ledger of product ' || t.product_id) as row, case
      when b.id is null then 'an ID that was ' || t.event || ' is not in the books'
      when t.event is null then b.state || ', and the ledger knows nothing of it'
      when b.is_erased then 'erased, and the ledger says ' || t.event
      else b.state || ', and the ledger says ' || t.event || coalesce(' in order ' || coalesce(o.request_code, t.order_id), '')
    end as wrong
  from told t full join booked b on b.product_id = t.product_id and b.fingerprint = t.print left join orders o on o.id = t.order_id
  where case
    when b.id is null then t.event not in ('moved', 'erased')
    when t.event is null then true
    when b.is_erased then t.event <> 'erased'
    when b.state = 'available' then t.event not in ('imported', 'released', 'restored')
    else t.event <> b.state or t.order_id is distinct from b.order_id
  end`,
];
