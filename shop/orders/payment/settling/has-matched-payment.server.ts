import { and, eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { payments } from "#shop/payments/tables.server.ts";

/** Whether a payment pays for an order, which the caller has locked. [S10.2] */
export async function hasMatchedPayment(tx: Tx, orderId: string): Promise<boolean> {
  return (await tx.$count(payments, and(eq(payments.orderId, orderId), eq(payments.state, "matched")))) > 0;
}
