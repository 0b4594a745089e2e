import { and, eq, isNotNull, isNull, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { payments } from "#shop/payments/tables.server.ts";
import { orders } from "../tables.server.ts";
import type { QueueFilter, QueueFilters } from "./queue-filter.ts";

/**
 * Whether no money came for an order yet. It is false first, so orders that are paid, and those
 * whose money is under review, are on top of the queue. [S10.6] [S10.8]
 */
export const hasNoMoney = sql`(${orders.paidAt} is null and not ${orders.hasPaymentToReview})`;

/** Whether a payment for less than the order's amount is under review. [S10.8] */
const lacksMoney = sql`(${orders.hasPaymentToReview} and exists (select from ${payments}
  where ${payments.orderId} = ${orders.id} and ${payments.state} = 'review' and ${payments.problem} = 'short'))`;

/** What the conversation of an order says: whether it waits for its buyer, and is then not late, and whether it was answered. [S14.5] */
type Asked = { waitsForBuyer: SQL; isAnswered: SQL };

/** The same, looked up for one order. */
const lookedUp: Asked = {
  waitsForBuyer: sql`exists (select from conversations w where w.order_id = orders.id and w.waits_for = 'buyer')`,
  isAnswered: sql`exists (select from conversations w where w.order_id = orders.id and w.answered_at is not null)`,
};

/**
 * The pending orders that each filter shows; orders placed before `lateBefore` are late. Who reads
 * many orders with their conversations says where these are. [S10.17] [S12.6]
 */
export function filterIs(
  filter: QueueFilter,
  lateBefore: Date | Placeholder,
  { waitsForBuyer, isAnswered }: Asked = lookedUp,
): SQL | undefined {
  const conditions: Record<QueueFilter, SQL | undefined> = {
    review: and(
      isNull(orders.paidAt),
      or(sql`${orders.hasPaymentToReview}`, isNotNull(orders.utr), sql`${orders.paymentMethod} = 'amazon'`),
    ),
    proof: and(isNull(orders.paidAt), isNotNull(orders.proofKey), isNull(orders.paymentVerified)),
    late: sql`(${orders.createdAt} < ${lateBefore}::timestamptz and not ${waitsForBuyer})`,
    short: or(sql`${orders.shortBy} > 0`, lacksMoney),
    collect: and(hasNoMoney, isNull(orders.utr), sql`${orders.paymentMethod} <> 'amazon' and ${orders.totalPaise} > 0`),
    paid: isNotNull(orders.paidAt),
    asked: waitsForBuyer,
    answered: isAnswered,
  };
  return conditions[filter];
}

/** The pending orders of a product and by a payment method. */
export function isOf({ productId, method }: Pick<QueueFilters, "productId" | "method">): SQL | undefined {
  return and(
    productId === null ? undefined : eq(orders.productId, productId),
    method === null ? undefined : eq(orders.paymentMethod, method),
  );
}
