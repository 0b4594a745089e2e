import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { payments } from "#shop/payments/tables.server.ts";

/**
 * Marks the money of an order that is rejected or cancelled as to be refunded, also money that was
 * under review. The caller has locked the order and changes its status in the same transaction.
 * Does nothing for an order that no money came for. [S10.8] [S10.9]
 */
export async function oweRefund(tx: Pick<Tx, "update">, orderId: string, problem: "rejected" | "cancelled"): Promise<void> {
  await tx
    .update(payments)
    .set({ state: "refund due", problem, heldBack: null })
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, ["matched", "review"])));
}
