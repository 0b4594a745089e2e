/**
 * The statements of placing orders, in two round trips: begin, look and lock; write, queue the letters and commit. Each serves one order as well as many
 * that are placed together.
 */

/**
 * Locks the products' stock rows, in the order of their keys, and reads all that the rule needs; a hidden product is found no more than a deleted one.
 * $1 products
 */
export const lockProducts = {
  name: "lock-products",
  text: `select p.id, p.name, p.price_paise::float8 as "pricePaise", p.is_sample as "isSample", s.available
from product_stock s join products p on p.id = s.product_id
where s.product_id = any($1::text[]) and p.deleted_at is null and p.hidden_at is null
order by s.product_id
for update of s`,
};

/** Lets orders of one holder take turns, until the transaction ends. $1 numbers of locks, in their order */
export const lockHolders = {
  name: "lock-holders",
  text: "select pg_advisory_xact_lock(number) from unnest($1::bigint[]) as number",
};

/**
 * Counts the pending orders and their IDs of browsers, customers and addresses. It runs behind the locks, so what was placed before is seen; each count walks
 * an index of pending orders alone. The first browser of an order is the one that placed it. Each list comes by way of a subquery: the plan is then the same for
 * every length of it and made once, which took almost three times as long as to count. $1 browsers $2 users $3 the addresses' fingerprints
 */
export const countHolds = {
  name: "count-holds",
  text: `select encode(who, 'hex') as who, held.* from unnest((select $1::bytea[])) as browser (who), lateral (
  select count(*)::integer as orders, coalesce(sum(quantity), 0)::integer as ids from orders where status = 'pending' and unlocked_by[1] = who) held
union all
select who, held.* from unnest((select $2::text[])) as customer (who), lateral (
  select count(*)::integer as orders, coalesce(sum(quantity), 0)::integer as ids from orders where status = 'pending' and user_id = who) held
union all
select encode(who, 'hex'), held.* from unnest((select $3::bytea[])) as address (who), lateral (
  select count(*)::integer as orders, coalesce(sum(quantity), 0)::integer as ids from orders where status = 'pending' and placed_from = who) held`,
};

/** Finds what idempotency keys already stand for. It runs behind the locks, so a twin that was first is seen. $1 keys */
export const findByIdempotencyKeys = {
  name: "find-by-idempotency-keys",
  text: `select id, request_code as "requestCode", status, product_id as "productId", product_name as "productName", quantity,
  price_paise::float8 as "pricePaise", total_paise::float8 as "totalPaise", payment_method as "paymentMethod", created_at as "createdAt",
  access_key_hash as "accessKeyHash", idempotency_key as "idempotencyKey", idempotency_body as "idempotencyBody"
from orders where idempotency_key = any($1::bytea[])`,
};

/** Frees idempotency keys whose day is over. $1 keys */
export const forgetIdempotencyKeys = {
  name: "forget-idempotency-keys",
  text: "update orders set idempotency_key = null, idempotency_body = null where idempotency_key = any($1::bytea[])",
};

/**
 * Claims the IDs of all orders, deals them out, lowers the counters, writes the orders and announces them, all in one statement. The locked counters say that
 * enough are free; if the free IDs themselves disagree, the database refuses an order that has not all of its IDs. Rows are claimed by their places, which the
 * locks keep: the plan that is made once for every quantity then walks the key, and never the whole table. $1 the orders, as JSON with the names of their columns
 */
export const insertOrders = {
  name: "insert-orders",
  text: `with new as (
  select *, sum(quantity) over (partition by product_id order by id) as upto from json_populate_recordset(null::orders, $1::json)
), wanted as (
  select product_id, sum(quantity)::integer as units from new group by product_id
), claimed as (
  delete from free_units where ctid = any(array(
    select free.ctid from wanted, lateral (
      select f.ctid from free_units f where f.product_id = wanted.product_id order by f.unit_id limit wanted.units) free))
  returning product_id, unit_id
), dealt as (
  select product_id, array_agg(unit_id order by unit_id) as units from claimed group by product_id
), counted as (
  update product_stock s set available = s.available - wanted.units from wanted where s.product_id = wanted.product_id
), placed as (
  insert into orders (id, request_code, product_id, product_name, quantity, price_paise, total_paise, payment_method, gift_card_code, gift_card_last4,
    proof_name, proof_key, user_id, email, access_key_hash, unlocked_by, idempotency_key, idempotency_body, created_at, placed_from)
  select id, request_code, product_id, product_name, quantity, price_paise, total_paise, payment_method, gift_card_code, gift_card_last4,
    proof_name, proof_key, user_id, email, access_key_hash, unlocked_by, idempotency_key, idempotency_body, created_at, placed_from
  from new
), held as (
  insert into order_units (unit_id, order_id)
  select unit_id, new.id from new join dealt using (product_id), unnest(dealt.units[upto - quantity + 1 : upto]) as unit_id
)
select pg_notify('changed', 'orders'), pg_notify('changed', 'stock')`,
};
