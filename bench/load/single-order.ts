/**
 * The statements for placing an order in two round trips: begin, read and lock; then write, queue
 * the emails and commit. The benchmark runs the same texts.
 */

/**
 * Locks the product's stock row and reads everything that the rule needs. Finds neither hidden nor
 * deleted products.
 * $1 product
 */
export const lockProduct = {
  name: "lock-product",
  text: `select p.name, p.price_paise::float8 as "pricePaise", p.is_sample as "isSample", s.available
from product_stock s join products p on p.id = s.product_id
where s.product_id = $1 and p.deleted_at is null and p.hidden_at is null
for update of s`,
};

/**
 * Serializes the orders of one holder until the transaction ends.
 * $1 lock numbers, in their order
 */
export const lockHolder = {
  name: "lock-holder",
  text: "select pg_advisory_xact_lock(number) from unnest($1::bigint[]) as number",
};

/**
 * Counts the pending orders and their IDs for a browser, a customer and an address, and returns the
 * largest counts. It runs after the locks, so it sees every earlier order; each count uses an index
 * of pending orders only. The first browser of an order is the one that placed it.
 * $1 browser $2 user $3 the address's fingerprints
 */
export const countHolds = {
  name: "count-holds",
  text: `select greatest(b.orders, u.orders, a.orders) as orders, greatest(b.ids, u.ids, a.ids) as ids
from (select count(*)::integer as orders, coalesce(sum(quantity), 0)::integer as ids from orders where status = 'pending' and unlocked_by[1] = $1::bytea) b,
  (select count(*)::integer as orders, coalesce(sum(quantity), 0)::integer as ids from orders where status = 'pending' and user_id = $2::text) u,
  (select count(*)::integer as orders, coalesce(sum(quantity), 0)::integer as ids from orders where status = 'pending' and placed_from = any($3::bytea[])) a`,
};

/**
 * Finds the order of an idempotency key. It runs after the lock, so it sees an earlier request with
 * the same key.
 * $1 key
 */
export const findByIdempotencyKey = {
  name: "find-by-idempotency-key",
  text: `select id, request_code as "requestCode", status, product_id as "productId", product_name as "productName", quantity,
  price_paise::float8 as "pricePaise", total_paise::float8 as "totalPaise", payment_method as "paymentMethod", created_at as "createdAt",
  access_key_hash as "accessKeyHash", idempotency_body as "idempotencyBody"
from orders where idempotency_key = $1`,
};

/**
 * Frees an expired idempotency key.
 * $1 key
 */
export const forgetIdempotencyKey = {
  name: "forget-idempotency-key",
  text: "update orders set idempotency_key = null, idempotency_body = null where idempotency_key = $1",
};

/**
 * Claims the IDs, lowers the counter, writes the order and announces it, in one statement. The
 * locked counter says that enough IDs are free; if the free IDs disagree, nothing is written and no
 * row is returned. The IDs are claimed as an array, not a subquery: the generic plan then uses the
 * key and never scans the whole table.
 * $1 id $2 code $3 product $4 name $5 quantity $6 price $7 total $8 method
 * $9 gift card (encrypted) $10 its last 4 $11 proof name $12 proof key $13 user
 * $14 e-mail (encrypted) $15 access key hash $16 browsers $17 idempotency key
 * $18 idempotency body $19 now $20 address (fingerprint)
 */
export const insertOrder = {
  name: "insert-order",
  text: `with claimed as (
  delete from free_units where product_id = $3 and unit_id = any(array(
    select unit_id from free_units where product_id = $3 order by unit_id limit $5::integer))
  returning unit_id
), whole as (
  select 1 from claimed having count(*) = $5::integer
), counted as (
  update product_stock set available = available - $5::integer where product_id = $3 and exists (select from whole)
), placed as (
  insert into orders (id, request_code, product_id, product_name, quantity, price_paise, total_paise, payment_method, gift_card_code, gift_card_last4,
    proof_name, proof_key, user_id, email, access_key_hash, unlocked_by, idempotency_key, idempotency_body, created_at, placed_from)
  select $1, $2, $3, $4, $5::integer, $6::bigint, $7::bigint, $8, $9::bytea, $10, $11, $12, $13, $14::bytea, $15::bytea, $16::bytea[], $17::bytea, $18::bytea, $19::timestamptz, $20::bytea
  from whole
), held as (
  insert into order_units (unit_id, order_id) select unit_id, $1 from claimed
)
select pg_notify('changed', 'orders'), pg_notify('changed', 'stock') from whole`,
};
