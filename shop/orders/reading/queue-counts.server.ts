import { and, asc, type SQL, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import { ORDERS_COUNTED_MAX, QUEUE_PRODUCTS_SHOWN } from "../constants.ts";
import { orders } from "../tables.server.ts";
import type { QueueAsked } from "./listed-orders.server.ts";
import { filterIs, hasNoMoney } from "./queue-filter.server.ts";
import { lateBefore, type QueueCounts, type QueueFilter } from "./queue-filter.ts";

/**
 * Counts the orders of each filter of the queue, and of its products and payment methods, in one
 * statement. It counts among the first `ORDERS_COUNTED_MAX` orders of the queue, so its time does
 * not grow with the shop. For admins. [S10.17] [S12.6]
 */
export async function countQueue({ db }: { db: Reading }, { productId, method, now }: QueueAsked): Promise<QueueCounts> {
  const which = { isOfProduct: productId !== null, isByMethod: method !== null };
  const name = ["queue-counts", ...(which.isOfProduct ? ["product"] : []), ...(which.isByMethod ? ["method"] : [])].join("-");
  const query = db.prepared(name, (db) => {
    const first = db.$with("orders", columns).as(rows);
    return db.with(first).select(countsOf(which)).from(first);
  });
  const [counted] = await query.execute({
    before: lateBefore(now),
    ...(productId !== null && { productId }),
    ...(method !== null && { method }),
  });
  if (!counted) throw new Error("the queue was not counted");
  return counted;
}

const { id, productId, paymentMethod, totalPaise, createdAt, paidAt, utr, proofKey, paymentVerified, shortBy, hasPaymentToReview } = orders;
const columns = {
  id,
  productId,
  paymentMethod,
  totalPaise,
  createdAt,
  paidAt,
  utr,
  proofKey,
  paymentVerified,
  shortBy,
  hasPaymentToReview,
};

/**
 * The first orders of the queue, and one more if there are others, with what their conversations
 * say: joined once, as each filter would look it up for each order.
 */
const rows = sql`select orders.*, coalesce(w.waits_for = 'buyer', false) as waits_for_buyer, w.answered_at is not null as is_answered
  from (select ${sql.join(Object.values(columns), sql`, `)} from ${orders} where ${orders.status} = 'pending'
    order by ${hasNoMoney}, ${asc(createdAt)}, ${asc(id)} limit ${sql.raw(String(ORDERS_COUNTED_MAX + 1))}) as orders
  left join conversations w on w.order_id = orders.id`;
const joined = { waitsForBuyer: sql`orders.waits_for_buyer`, isAnswered: sql`orders.is_answered` };

const chosen = { product: sql`${sql.placeholder("productId")}::text`, method: sql`${sql.placeholder("method")}::text` };

type Which = { isOfProduct: boolean; isByMethod: boolean };

/** What is not chosen is not compared: each condition is read for each row and filter. */
function countsOf({ isOfProduct, isByMethod }: Which) {
  const isChosen = and(
    isOfProduct ? sql`${productId} = ${chosen.product}` : undefined,
    isByMethod ? sql`${paymentMethod} = ${chosen.method}` : undefined,
  );
  const counted = (filter: QueueFilter | null): SQL<number> => {
    const isShown = and(isChosen, filter === null ? undefined : filterIs(filter, sql.placeholder("before"), joined));
    return isShown ? sql<number>`(count(*) filter (where ${isShown}))::integer` : sql<number>`count(*)::integer`;
  };
  return {
    isCut: sql<boolean>`count(*) > ${sql.raw(String(ORDERS_COUNTED_MAX))}`,
    all: counted(null),
    review: counted("review"),
    proof: counted("proof"),
    late: counted("late"),
    short: counted("short"),
    collect: counted("collect"),
    paid: counted("paid"),
    asked: counted("asked"),
    answered: counted("answered"),
    products: productCounts(isOfProduct ? chosen.product : null),
    methods: methodCounts(isByMethod ? chosen.method : null),
  };
}

/**
 * The chosen product is among them, also without orders. Their names are looked up one by one: with
 * a plain join PostgreSQL reads all products.
 */
function productCounts(product: SQL | null): SQL<QueueCounts["products"]> {
  const each = product === null ? sql`orders` : sql`(select product_id from orders union all select ${product}) as orders`;
  const isFirst = product === null ? sql`` : sql`product_id is distinct from ${product}, `;
  const less = product === null ? sql`` : sql` - (product_id = ${product})::integer`;
  return sql`(
    select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'language', p.language, 'count', n) order by lower(p.name), p.id), '[]')
    from (select product_id, count(*)::integer${less} as n from ${each}
      group by product_id order by ${isFirst}n desc, product_id limit ${sql.raw(String(QUEUE_PRODUCTS_SHOWN))}) as counted
    cross join lateral (select id, name, language from products where id = counted.product_id offset 0) as p)`;
}

/** The chosen method is among them, also without orders. */
function methodCounts(method: SQL | null): SQL<QueueCounts["methods"]> {
  const each = method === null ? sql`orders` : sql`(select payment_method from orders union all select ${method}) as orders`;
  const less = method === null ? sql`` : sql` - (payment_method = ${method})::integer`;
  return sql`(
    select coalesce(json_agg(json_build_object('method', payment_method, 'count', n) order by n desc, payment_method), '[]')
    from (select payment_method, count(*)::integer${less} as n from ${each} group by payment_method) as counted)`;
}
