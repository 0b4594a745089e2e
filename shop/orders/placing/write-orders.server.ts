import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryConfig } from "pg";
import { comparing, recordFingerprint } from "../proofs/payment-fingerprint.server.ts";
import type { PlacingNeeds, Seen, Taken } from "./decide-order.server.ts";
import { notifyingOfOrders } from "./queue-notifications.server.ts";

/**
 * Builds the statements that write these orders, in the transaction that locked their stock: orders
 * with their IDs, payment fingerprints, emails and webhook deliveries. `products` are as the orders
 * leave them.
 */
export function writingOf(services: PlacingNeeds, taken: Taken[], { products }: Seen, now: Date): QueryConfig[] {
  const paid = taken.filter(({ attempt }) => attempt.form.paymentMethod === "amazon");
  return [
    { ...insertOrders(Object.keys(taken[0]?.made.row ?? {})), values: [JSON.stringify(taken.map(({ made }) => made.row))] },
    ...paid.map(({ attempt: { form, proof }, made }) => recordFingerprint(services, { orderId: made.order.id, at: now, proof, ...form })),
    ...(paid.some(({ attempt }) => attempt.proof?.seen.perceptualHash) ? [asQuery({ statement: comparing(services.jobs) })] : []),
    ...notifyingOfOrders(services, taken, products).map(asQuery),
  ];
}

const dialect = new PgDialect();

/** A statement with a name is planned once for each connection. */
function asQuery({ name, statement }: { name?: string; statement: SQL }): QueryConfig {
  const { sql: text, params: values } = dialect.sqlToQuery(statement);
  return { ...(name && { name }), text, values };
}

/**
 * Takes the free IDs of all orders, assigns them, lowers `available`, writes the orders and
 * announces them, in one statement. The locked counters guarantee that enough are free; if the free
 * IDs disagree with them, the database refuses an order that lacks IDs. Rows are deleted by ctid,
 * which the locks keep stable, so one plan serves every quantity: it walks the key and never reads
 * the whole table. $1: the orders, as JSON with these columns, which are the same for every order.
 */
export const insertOrders = (columns: readonly string[]) => ({
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
  insert into orders (${columns.join(", ")}, product_names)
  select ${columns.join(", ")}, (select names_of(p) from products p where p.id = new.product_id) from new
), held as (
  insert into order_units (unit_id, order_id)
  select unit_id, new.id from new join dealt using (product_id), unnest(dealt.units[upto - quantity + 1 : upto]) as unit_id
)
select pg_notify('changed', 'orders'), pg_notify('changed', 'stock')`,
});
