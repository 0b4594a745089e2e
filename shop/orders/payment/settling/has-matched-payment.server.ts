import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { payments } from "#shop/payments/tables.server.ts";

/** Whether a payment pays for an order, which the caller has locked. [S10.2] */
export async function hasMatchedPayment(tx: Tx, orderId: string): Promise<boolean> {
  return (await tx.$count(payments, and(eq(payments.orderId, orderId), eq(payments.state, "matched")))) > 0;
}

/**
 * Whether a payment pays for an order, or did until it was refunded; of others than `besides`. One
 * with a problem, such as too little, never did.
 */
export async function isPaidFor(tx: Tx, orderId: string, besides = ""): Promise<boolean> {
  const didPay = and(inArray(payments.state, ["matched", "refunded"]), isNull(payments.problem), ne(payments.id, besides));
  return (await tx.$count(payments, and(eq(payments.orderId, orderId), didPay))) > 0;
}
