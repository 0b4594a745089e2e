/**
 * Consistency checks: each query returns a `row` and what is `wrong` with it for everything
 * inconsistent.
 */
export const bookChecks: string[] = [
  // Every ID is in exactly one place, which belongs to its product.
  `select 'ID ' || u.id as row, case
      when f.unit_id is null and h.unit_id is null and u.withdrawn is null then 'neither available, reserved, delivered nor withdrawn'
      when f.product_id <> u.product_id then 'available in product ' || f.product_id || ' and of product ' || u.product_id
      when o.product_id <> u.product_id then 'in order ' || o.request_code || ' of another product'
      else 'at once ' || concat_ws(' and ', case when f.unit_id is not null then 'available' end,
        case when h.unit_id is not null then 'in order ' || coalesce(o.request_code, h.order_id) end, u.withdrawn)
    end as wrong
  from units u left join free_units f on f.unit_id = u.id left join order_units h on h.unit_id = u.id left join orders o on o.id = h.order_id
  where (f.unit_id is not null)::integer + (h.unit_id is not null)::integer + (u.withdrawn is not null)::integer <> 1
    or f.product_id <> u.product_id or o.product_id <> u.product_id`,

  `select 'ID ' || unit_id as row, 'available or in an order, and not in the books' as wrong
  from (select unit_id from free_units union all select unit_id from order_units) as placed
  where not exists (select from units u where u.id = placed.unit_id)`,

  `select 'ID ' || h.unit_id as row, 'in order ' || h.order_id || ', which is not there' as wrong
  from order_units h where not exists (select from orders o where o.id = h.order_id)`,

  // Every product's counters are right: imported = available + reserved + delivered + withdrawn.
  `with counted as (
    select u.product_id, count(*) as imported, count(f.unit_id) as free, count(h.unit_id) - count(h.delivered_at) as held,
      count(h.delivered_at) as delivered, count(u.withdrawn) as withdrawn
    from units u left join free_units f on f.product_id = u.product_id and f.unit_id = u.id left join order_units h on h.unit_id = u.id
    group by u.product_id
  )
  select 'product ' || p.id as row, coalesce(books.name || ' is ' || counter || ' by the counter and ' || books.count || ' by counting', 'it has no stock row') as wrong
  from products p left join product_stock s on s.product_id = p.id left join counted c on c.product_id = p.id
    left join lateral (values
      ('available', s.available, coalesce(c.free, 0)), ('free', s.free, coalesce(c.free, 0)), ('imported', s.imported, coalesce(c.imported, 0)),
      ('reserved', s.held, coalesce(c.held, 0)), ('delivered', s.delivered, coalesce(c.delivered, 0)), ('withdrawn', s.withdrawn, coalesce(c.withdrawn, 0))
    ) as books (name, counter, count) on s.product_id is not null
  where s.product_id is null or counter <> books.count`,

  // Orders name versions of the terms that exist, and what is published is the version in force.
  `select 'order ' || o.request_code as row, 'placed under version ' || o.terms_version || ' of the terms, which is not there' as wrong
  from orders o where o.terms_version is not null and not exists (select from terms_versions v where v.number = o.terms_version)`,

  `select 'the terms' as row, 'the published text is not the version in force' as wrong
  where (select jsonb_object_agg(language, jsonb_build_object('title', title, 'html', html)) from pages where slug = 'terms' and published_at is not null)
    is distinct from (select texts from terms_versions where ended_at is null)`,

  // The messages of an order are numbered without gaps, and it waits only where there are some. [S14.16]
  `select 'order ' || coalesce(o.request_code, coalesce(m.order_id, w.order_id)) as row,
    case when w.order_id is null then 'it has messages, and no conversation'
      when m.order_id is null then 'it has a conversation without messages'
      else m.messages || ' messages, of which the last is number ' || m.highest end as wrong
  from (select order_id, count(*) as messages, max(number) as highest from order_messages group by order_id) as m
    full join conversations w on w.order_id = m.order_id left join orders o on o.id = coalesce(m.order_id, w.order_id)
  where m.order_id is null or w.order_id is null or m.messages <> m.highest`,

  // The open question of an order is a question of the shop, and an order waits for its buyer only while there is one. [S14.16]
  `select 'order ' || o.request_code as row,
    case when w.question is null then 'it waits for its buyer without a question' else 'its open question is number ' || w.question || ', which is none' end as wrong
  from conversations w join orders o on o.id = w.order_id
    left join order_messages q on q.order_id = w.order_id and q.number = w.question and q.side = 'shop' and q.asks is not null
  where q.id is null and (w.question is not null or w.waits_for = 'buyer')`,

  // Claims are numbered without gaps, and each says of its ID what the books say.
  `select 'claims of order ' || o.request_code as row, c.claims || ' claims, of which the last is number ' || c.highest as wrong
  from (select order_id, count(*) as claims, max(number) as highest from claims group by order_id) as c join orders o on o.id = c.order_id
  where c.claims <> c.highest`,

  `select 'claim ' || o.request_code || '-C' || c.number as row,
    case when o.status <> 'approved' then 'of an order that is not approved'
      when m.id is null and c.message_number is not null or a.id is null and c.answer_number is not null or again.id is null and c.again_number is not null then 'its message is missing'
      when c.state = 'open' and o.ids_erased_at is not null then 'open, and the IDs of its order are erased'
      when c.state = 'swapped' then 'swapped, and its ID was not replaced'
      else c.state || ', and its ID is not in its place in the order' end as wrong
  from claims c join orders o on o.id = c.order_id
    left join order_units h on h.unit_id = c.unit_id and h.order_id = c.order_id and h.position = c.position and h.delivered_at is not null
    left join replacements r on r.faulty_unit_id = c.unit_id and r.order_id = c.order_id and r.position = c.position
    left join order_messages m on m.order_id = c.order_id and m.number = c.message_number
    left join order_messages a on a.order_id = c.order_id and a.number = c.answer_number
    left join order_messages again on again.order_id = c.order_id and again.number = c.again_number
  where o.status <> 'approved' or m.id is null and c.message_number is not null or a.id is null and c.answer_number is not null
    or again.id is null and c.again_number is not null or c.state = 'swapped' and r.id is null or c.state in ('open', 'refunding', 'refunded') and h.unit_id is null
    or c.state = 'open' and o.ids_erased_at is not null`,

  // Receipts are of approved orders, and numbered without gaps.
  `select 'receipt ' || r.code as row, 'of an order that is not approved' as wrong
  from receipts r left join orders o on o.id = r.order_id where o.status is distinct from 'approved'`,

  // Approvals before this database was made may have none, and those of the old shop have none.
  `select 'order ' || o.request_code as row, 'approved, and it has no receipt' as wrong
  from orders o join migrations m on m.name = '0001-shop.sql' and o.processed_at >= m.ran_at
  where o.status = 'approved' and not o.is_from_old_shop and not exists (select from receipts r where r.order_id = o.id)`,

  `with numbered as (select year, count(*) as receipts, max(number) as highest from receipts group by year)
  select 'receipts of ' || coalesce(n.year, c.year) as row,
    coalesce(n.receipts, 0) || ', of which the last is number ' || coalesce(n.highest, 0) || ', and ' || coalesce(c.last, 0) || ' by the counter' as wrong
  from numbered n full join receipt_counters c on c.year = n.year
  where n.receipts is distinct from n.highest or n.highest is distinct from c.last`,

  // Every batch's counters are right, and its IDs belong to its product.
  `with counted as (
    select u.batch_id, count(*) as ids, count(h.delivered_at) as delivered, count(u.withdrawn) as withdrawn, count(*) filter (where u.product_id <> b.product_id) as foreigners
    from units u join batches b on b.id = u.batch_id left join order_units h on h.unit_id = u.id group by u.batch_id
  )
  select 'import ' || b.id as row, counter || ' is ' || books.kept || ' by the counter and ' || books.count || ' by counting' as wrong
  from batches b left join counted c on c.batch_id = b.id,
    lateral (values ('IDs', b.ids, coalesce(c.ids, 0)), ('delivered', b.delivered, coalesce(c.delivered, 0)), ('withdrawn', b.withdrawn, coalesce(c.withdrawn, 0)),
      ('of another product', 0, coalesce(c.foreigners, 0))) as books (counter, kept, count)
  where books.kept <> books.count`,

  // While the recall of an import is in force none of its IDs is free; once it is undone, they are free again. [S15.13]
  `select 'ID ' || u.id as row, 'available, and its import is recalled' as wrong
  from recalls r join units u on u.batch_id = r.batch_id join free_units f on f.product_id = u.product_id and f.unit_id = u.id
  where r.undone_at is null`,

  `select 'ID ' || u.id as row, 'recalled, and no recall of its import is in force' as wrong
  from units u where u.withdrawn = 'recalled' and u.erased_at is null
    and not exists (select from recalls r where r.batch_id = u.batch_id and (r.undone_at is null or r.finished_at is null))`,

  `select 'product ' || p.id as row, 'deleted, and IDs of it are available or it has pending orders' as wrong
  from products p
  where p.deleted_at is not null and (exists (select from free_units f where f.product_id = p.id)
    or exists (select from orders o where o.product_id = p.id and o.status = 'pending'))`,

  // Every order has the IDs that its status requires, and its columns agree with its status.
  `select 'order ' || o.request_code as row, wrong
  from orders o
    left join lateral (
      select count(*) as units, count(h.delivered_at) as given, count(distinct h.position) as positions,
        coalesce(min(h.position), 0) as first, coalesce(max(h.position), 0) as last
      from order_units h where h.order_id = o.id
    ) as its on true,
    lateral (select o.quantity - coalesce(o.short_by, 0) as due) as asked,
    lateral (values
      (o.total_paise <> o.price_paise * o.quantity and not o.is_from_old_shop, 'its total is not its price times its quantity'),
      (o.status = 'pending' and (units <> due or given <> 0), 'pending for ' || due || ' IDs, and holds ' || units - given || ' and was given ' || given),
      (o.status = 'approved' and (units <> due or given <> due),
        'approved with ' || due || ' IDs, and was given ' || given || ' and holds ' || units - given),
      (o.status = 'approved' and given = due and given > 0 and (positions <> given or first <> 0 or last <> given - 1), 'two of its IDs stand in one place'),
      (o.short_by is not null and not o.is_from_old_shop, 'it lacks IDs, and was placed in this shop'),
      (o.status in ('rejected', 'cancelled') and units <> 0, o.status || ', and has ' || units || ' IDs'),
      ((o.status in ('approved', 'rejected')) <> (o.processed_at is not null), o.status || ', and its time of processing says otherwise'),
      ((o.status = 'approved') <> (o.approved_by is not null), o.status || ', and who approved it says otherwise'),
      ((o.status = 'cancelled') <> (o.cancelled_at is not null and o.reopened_at is null), o.status || ', and its time of cancellation says otherwise'),
      ((o.status = 'rejected') <> (o.reason is not null), o.status || ', and its reason says otherwise'),
      (o.status <> 'approved' and o.download_link is not null, o.status || ', and has a download link'),
      ((o.proof_name is null) <> (o.proof_key is null), 'its proof has a name or a file alone'),
      (o.payment_method <> 'amazon' and (o.gift_card_code is not null or o.payment_verified is not null)
        or o.payment_method in ('razorpay', 'stripe') and o.proof_key is not null, 'not paid by a gift card, and has a code or a proof'),
      (not exists (select from products p where p.id = o.product_id), 'its product is not there')
    ) as looked (is_wrong, wrong)
  where is_wrong`,

  // If an order's IDs were erased, all of them were; no other ID was.
  `select 'ID ' || u.id as row, case when u.erased_at is null then 'its order says that it was erased' else 'erased, and no order says so' end as wrong
  from units u left join order_units h on h.unit_id = u.id left join replacements r on r.faulty_unit_id = u.id
    left join orders o on o.id = coalesce(h.order_id, r.order_id)
  where (u.erased_at is null) <> (o.ids_erased_at is null)`,

  `select 'replacement ' || r.id as row, wrong
  from replacements r left join units dead on dead.id = r.faulty_unit_id left join orders o on o.id = r.order_id,
    lateral (values
      (dead.withdrawn is distinct from 'faulty', 'its dead ID is not withdrawn as faulty'),
      (o.status is distinct from 'approved', 'its order is not approved'),
      (not exists (select from order_units h where h.unit_id = r.unit_id and h.order_id = r.order_id)
        and not exists (select from replacements later where later.faulty_unit_id = r.unit_id and later.order_id = r.order_id), 'its order does not have the new ID')
    ) as looked (is_wrong, wrong)
  where is_wrong`,

  // The search index agrees with the orders. Names that no order uses any more may remain.
  `select 'order ' || coalesce(o.request_code, t.order_id) as row,
    case when t.order_id is null then 'a search does not find it' when t.name is null then 'a search does not find it by its product'
      else 'a search finds it by what it does not say' end as wrong
  from (select orders.*, order_codes(orders) as codes, order_name(orders) as name from orders, order_sums_until where created_at < until) o
    full join (select t.order_id, t.text, n.name from order_texts t left join ordered_names n on n.id = t.name_id) t on t.order_id = o.id
  where (t.text, t.name) is distinct from (o.codes, o.name)`,

  // An account whose password key is missing cannot log in.
  `select 'password of account ' || c.user_id as row, 'its key of old passwords is missing' as wrong
  from credentials c
  where starts_with(c.password, 'old$') and not exists (select from old_password_keys k where k.number::text = split_part(c.password, '$', 2))`,
];
