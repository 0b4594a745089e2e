import { eq, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import { proofIdOf } from "#shop/payments/proof-image.ts";
import { type OrderRow, orders, paymentFingerprints } from "../tables.server.ts";
import type { UsedBefore } from "./used-before.ts";

/**
 * The most earlier orders named for each of the three kinds, oldest first: the oldest is the
 * origin.
 */
const NAMED_MAX = sql.raw("5");

/** The most orders with the same UTRs that are read for a page. */
const UTR_USES_MAX = 100;

type Asked = Pick<OrderRow, "id" | "userId" | "paymentMethod" | "utr">;

/**
 * Finds the earlier orders that used the present gift card codes and proofs of these orders, oldest
 * first, keyed by order id. An earlier order is named once for its code and once for its picture.
 * Earlier payments of the order itself are left out; other orders of the same customer are not. A
 * similar proof is named once, and only while its file exists. Orders by UPI are also compared by
 * their UTR. At most two queries, and none without gift cards and UTRs.
 */
export async function readUsedBefore(db: Reading, asked: readonly Asked[]): Promise<Map<string, UsedBefore[]>> {
  const paid = asked.filter(({ paymentMethod, utr }) => paymentMethod === "amazon" || utr !== null);
  if (paid.length === 0) return new Map();
  const orderIds = paid.map(({ id }) => id);
  const hasUtr = paid.some(({ utr }) => utr !== null);
  const [ofUtr, ofProof] = await Promise.all([
    hasUtr ? db.prepared("utr-used-before", ordersOfUtr).execute({ orderIds }) : [],
    db.prepared("used-before", earlierOrders).execute({ orderIds }),
  ]);
  const rows: EarlierOrder[] = [...ofUtr, ...ofProof];
  const rowsOf = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map(paid.map((order) => [order.id, usedBeforeOf(order, rowsOf.get(order.id) ?? [])]));
}

type EarlierOrder = Omit<UsedBefore, "isSameCustomer" | "proofId"> & { orderId: string; userId: string | null; proofKey: string | null };

function usedBeforeOf(order: Asked, rows: EarlierOrder[]): UsedBefore[] {
  const listed = new Set<string>();
  return rows.flatMap(({ orderId: _, userId, proofKey, ...row }) => {
    const key = `${row.what} ${row.requestCode}`;
    if (listed.has(key)) return [];
    listed.add(key);
    return [{ ...row, isSameCustomer: userId !== null && userId === order.userId, proofId: proofKey && proofIdOf(proofKey) }];
  });
}

/**
 * The other orders whose buyers sent the same UTR, also later ones: nobody knows who copied whom.
 * [S10.12]
 */
const ordersOfUtr = (db: Pick<Reading, "select">) =>
  db
    .select({
      orderId: sql<string>`mine.id`,
      what: sql<"utr">`'utr'`,
      at: sql`${orders.utrSentAt}`.mapWith(orders.utrSentAt),
      requestCode: orders.requestCode,
      status: orders.status,
      userId: orders.userId,
      proofKey: sql<string | null>`null`,
    })
    .from(orders)
    .innerJoin(sql`orders as mine`, sql`mine.utr = ${orders.utr} and mine.id <> ${orders.id}`)
    .where(sql`mine.id = any(array(select unnest(${sql.placeholder("orderIds")}::text[])))`)
    .orderBy(orders.utrSentAt, orders.id)
    .limit(UTR_USES_MAX);

/**
 * Each part of the union walks an index. The list is read in a subquery, so one plan serves every
 * length.
 */
const earlierOrders = (db: Pick<Reading, "select">) =>
  db
    .select({
      orderId: sql<string>`earlier.of_order`,
      what: sql<UsedBefore["what"]>`earlier.what`,
      at: sql`earlier.recorded_at`.mapWith(paymentFingerprints.recordedAt),
      requestCode: orders.requestCode,
      status: orders.status,
      userId: orders.userId,
      proofKey: orders.proofKey,
    })
    .from(sql`(
      with mine as (
        select distinct on (order_id) order_id, id, gift_card, pixels from payment_fingerprints
        where order_id = any(array(select unnest(${sql.placeholder("orderIds")}::text[]))) order by order_id, id desc
      )
      select mine.order_id as of_order, found.* from mine, lateral (
        (select 'code' as what, m.id, m.order_id, m.recorded_at from payment_fingerprints m
          where m.gift_card[1] = any(mine.gift_card) and m.id < mine.id and m.order_id <> mine.order_id order by m.id limit ${NAMED_MAX})
        union all
        (select 'picture', m.id, m.order_id, m.recorded_at from payment_fingerprints m
          where m.pixels = mine.pixels and m.id < mine.id and m.order_id <> mine.order_id order by m.id limit ${NAMED_MAX})
        union all
        (select distinct on (m.pixels) 'similar', m.id, m.order_id, m.recorded_at from similar_proofs l
          join payment_fingerprints m on m.id = l.earlier_id and m.order_id <> mine.order_id
          join orders e on e.id = m.order_id and (e.proof_key = m.proof_key
            or exists (select from order_messages r where r.order_id = e.id and r.replaced_proof_key = m.proof_key))
          where l.fingerprint_id = mine.id order by m.pixels, m.id limit ${NAMED_MAX})
      ) as found
    ) as earlier`)
    .innerJoin(orders, eq(orders.id, sql`earlier.order_id`))
    .orderBy(sql`earlier.id`, sql`earlier.what`);
