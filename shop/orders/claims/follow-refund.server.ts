import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { RefundProgress } from "#shop/payments/providers/provider.ts";
import { refunds } from "#shop/payments/tables.server.ts";
import { announceOrder } from "../announce-order.server.ts";
import { lockWithOrder } from "../payment/lock-payment.server.ts";
import { queueClaimEvents } from "./queue-claim-events.server.ts";
import { claims } from "./tables.server.ts";

type Needs = Pick<Services, "now" | "jobs">;
type Change = PgUpdateSetSource<typeof claims>;

/**
 * Brings the claim that a refund is of in line with it, in the transaction that has locked its order:
 * refunded once that is done, and open again if it failed, also after all; taken back if its ID was
 * erased meanwhile. A claim that was decided otherwise since stays as it is. Programs hear of it. [S15.6]
 */
export async function followRefund(
  services: Needs,
  tx: Tx,
  order: { requestCode: string } | null,
  refundId: string,
  progress: RefundProgress,
): Promise<void> {
  if (progress !== "done" && progress !== "failed") return;
  const at = services.now();
  const change = async (
    event: "claim.opened" | "claim.decided",
    states: (typeof claims.$inferSelect)["state"][],
    to: Change,
    only = sql`true`,
  ) => {
    const { number, position, reason, state } = claims;
    const its = and(eq(claims.refundId, refundId), inArray(state, states), only);
    const changed = await tx.update(claims).set(to).where(its).returning({ number, position, reason, state });
    if (order) await queueClaimEvents(services, tx, event, order, changed, { to: "webhook" });
  };
  if (progress === "done") {
    const decidedAt = sql`coalesce(${claims.decidedAt}, ${at.toISOString()}::timestamptz)`;
    await change("claim.decided", ["open", "refunding"], { state: "refunded", decidedAt, waitsSince: null });
    return;
  }
  const isErased = sql`exists (select from orders where orders.id = ${claims.orderId} and orders.ids_erased_at is not null)`;
  await change("claim.decided", ["refunding", "refunded"], { state: "withdrawn", decidedAt: at }, isErased);
  await change("claim.opened", ["refunding", "refunded"], { state: "open", decidedAt: null, decidedBy: null });
}

/**
 * Brings claims in line with refunds that an earlier release followed, which runs beside this one
 * during an update and knows no claims of refunds. Returns how many there were. [S15.6]
 */
export async function followMissedRefunds(services: Needs & Pick<Services, "db">): Promise<number> {
  const isMissed = sql`${claims.state} in ('refunding', 'open') and ${refunds.state} = 'done' or ${claims.state} in ('refunding', 'refunded') and ${refunds.state} = 'failed'`;
  const missed = await services.db
    .select({ id: refunds.id, paymentId: refunds.paymentId })
    .from(claims)
    .innerJoin(refunds, eq(refunds.id, claims.refundId))
    .where(isMissed);
  for (const { id, paymentId } of missed) {
    await inTransaction(services.db, async (tx) => {
      const locked = await lockWithOrder(tx, paymentId);
      const [refund] = await tx.select({ state: refunds.state }).from(refunds).where(eq(refunds.id, id));
      if (!locked || !refund || refund.state === "due") return;
      await followRefund(services, tx, locked.order, id, refund.state);
      if (locked.order) await announceOrder(tx, locked.order.requestCode);
    });
  }
  return missed.length;
}
