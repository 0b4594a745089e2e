import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { RefundProgress } from "#shop/payments/providers/provider.ts";
import { claims } from "./tables.server.ts";

/**
 * Brings the claim that a refund is of in line with it, in the transaction that has locked its order:
 * refunded once that is done, and open again if it failed, also after all; taken back if its ID was
 * erased meanwhile. A claim that was decided otherwise since stays as it is. [S15.6]
 */
export async function followRefund(tx: Tx, refundId: string, progress: RefundProgress, at: Date): Promise<void> {
  const itsIn = (...states: (typeof claims.$inferSelect)["state"][]) => and(eq(claims.refundId, refundId), inArray(claims.state, states));
  if (progress === "done") {
    const decidedAt = sql`coalesce(${claims.decidedAt}, ${at.toISOString()}::timestamptz)`;
    await tx.update(claims).set({ state: "refunded", decidedAt, waitsSince: null }).where(itsIn("open", "refunding"));
  }
  if (progress !== "failed") return;
  const isErased = sql`exists (select from orders where orders.id = ${claims.orderId} and orders.ids_erased_at is not null)`;
  const isFailed = itsIn("refunding", "refunded");
  await tx.update(claims).set({ state: "withdrawn", decidedAt: at }).where(and(isFailed, isErased));
  await tx.update(claims).set({ state: "open", decidedAt: null, decidedBy: null }).where(isFailed);
}
