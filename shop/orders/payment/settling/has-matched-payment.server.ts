import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { payments } from "#shop/payments/tables.server.ts";

/** Whether a payment pays for an order, which the caller has locked. [S10.2] */
export async function hasMatchedPayment(tx: Tx, orderId: string): Promise<boolean> {
  return (await tx.$count(payments, and(eq(payments.orderId, orderId), eq(payments.state, "matched")))) > 0;
}

/** Whether a payment pays for an order, or did until it was refunded, and whether that is one by hand. One query. [S15.6] */
export async function paidFor(tx: Pick<Tx, "select">, orderId: string): Promise<{ isPaidFor: boolean; isPaidByHand: boolean }> {
  const rows = await tx.select({ source: payments.source }).from(payments).where(didPay(orderId));
  return { isPaidFor: rows.length > 0, isPaidByHand: rows.some(({ source }) => source === "by_hand") };
}

const didPay = (orderId: string) =>
  and(eq(payments.orderId, orderId), inArray(payments.state, ["matched", "refunded"]), isNull(payments.problem));

/**
 * Whether a payment pays for an order, or did until it was refunded; of others than `besides`. One
 * with a problem, such as too little, never did.
 */
export async function isPaidFor(tx: Tx, orderId: string, besides = ""): Promise<boolean> {
  return (await tx.$count(payments, and(didPay(orderId), ne(payments.id, besides)))) > 0;
}
