import { and, asc, type SQL, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import { QUEUE_COUNTED_MAX, QUEUE_PRODUCTS_SHOWN } from "../constants.ts";
import { orders } from "../tables.server.ts";
import type { QueueAsked } from "./listed-orders.server.ts";
import { filterIs, hasNoMoney } from "./queue-filter.server.ts";
import { lateBefore, type QueueCounts, type QueueFilter } from "./queue-filter.ts";

/**
 * Counts the orders of each filter of the queue, and of its products and payment methods, in one
 * statement. It counts among the first `QUEUE_COUNTED_MAX` orders of the queue, so its time does
 * not grow with the shop. For admins. [S10.17] [S12.6]
 */
export async function countQueue({ db }: { db: Reading }, { productId, method, now }: QueueAsked): Promise<QueueCounts> {
  const query = db.prepared("queue-counts", (db) => {
    const first = db.$with("orders", columns).as(rows);
    return db.with(first).select(counts).from(first);
  });
  const [counted] = await query.execute({ productId, method, before: lateBefore(now) });
  if (!counted) throw new Error("the queue was not counted");
  return counted;
}

const { id, productId, paymentMethod, createdAt, paidAt, utr, proofKey, paymentVerified, shortBy, hasPaymentToReview } = orders;
const columns = { id, productId, paymentMethod, createdAt, paidAt, utr, proofKey, paymentVerified, shortBy, hasPaymentToReview };

/** The first orders of the queue, and one more if there are others. */
const rows = sql`select ${sql.join(Object.values(columns), sql`, `)} from ${orders} where ${orders.status} = 'pending'
  order by ${hasNoMoney}, ${asc(createdAt)}, ${asc(id)} limit ${sql.raw(String(QUEUE_COUNTED_MAX + 1))}`;

const chosen = { product: sql`${sql.placeholder("productId")}::text`, method: sql`${sql.placeholder("method")}::text` };
const isChosen = sql`(${chosen.product} is null or ${productId} = ${chosen.product}) and (${chosen.method} is null or ${paymentMethod} = ${chosen.method})`;

function counted(filter: QueueFilter | null): SQL<number> {
  const isShown = filter === null ? isChosen : and(isChosen, filterIs(filter, sql.placeholder("before")));
  return sql<number>`(count(*) filter (where ${isShown}))::integer`;
}

/**
 * The chosen product is among them, also without orders. Their names are looked up one by one: with
 * a plain join PostgreSQL reads all products.
 */
const productCounts = sql<QueueCounts["products"]>`(
  select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'language', p.language, 'count', n) order by lower(p.name), p.id), '[]')
  from (select product_id, sum(one)::integer as n
    from (select product_id, 1 as one from orders union all select ${chosen.product}, 0) as each
    group by product_id order by product_id is distinct from ${chosen.product}, n desc, product_id limit ${sql.raw(String(QUEUE_PRODUCTS_SHOWN))}) as counted
  cross join lateral (select id, name, language from products where id = counted.product_id offset 0) as p)`;

const methodCounts = sql<QueueCounts["methods"]>`(
  select coalesce(json_agg(json_build_object('method', payment_method, 'count', n) order by n desc, payment_method), '[]')
  from (select payment_method, sum(one)::integer as n
    from (select payment_method, 1 as one from orders union all select ${chosen.method}, 0) as each
    where payment_method is not null group by payment_method) as counted)`;

const counts = {
  isCut: sql<boolean>`count(*) > ${sql.raw(String(QUEUE_COUNTED_MAX))}`,
  all: counted(null),
  review: counted("review"),
  proof: counted("proof"),
  late: counted("late"),
  short: counted("short"),
  collect: counted("collect"),
  paid: counted("paid"),
  products: productCounts,
  methods: methodCounts,
};
