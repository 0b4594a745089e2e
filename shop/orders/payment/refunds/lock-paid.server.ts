import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { RUPEES } from "#shop/payments/payment.ts";
import type { payments } from "#shop/payments/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { LockedOrder } from "../../lock-order.server.ts";
import { lockWithOrder } from "../lock-payment.server.ts";
import { payableOf } from "../settling/settle.ts";
import type { ToRefund } from "./refund-locked.server.ts";

/**
 * Locks the payment that pays for a locked order, or did until it was refunded. An order that was
 * paid outside the shop and marked as paid has none: it gets one of the source `by_hand`, of its
 * price and named by its code, which the refund writes. So refund, credit note, accountant's file and
 * sums follow one rule. Refuses an order that nobody paid for (`orderNotPaid`). [S15.6]
 */
export async function lockPaid(
  { now }: Pick<Services, "now">,
  tx: Tx,
  visitor: Admin,
  order: LockedOrder,
): Promise<Result<ToRefund, "orderNotPaid">> {
  const { rows } = await tx.execute<{ id: string | null }>(sql`select payment_of_order(${order.id}) as id`);
  const known = rows[0]?.id ? await lockWithOrder(tx, rows[0].id) : null;
  if (known) return ok(known);
  const paise = payableOf(order);
  if (order.paidAt === null || paise === 0) return refused("orderNotPaid");

  const at = now();
  const unwritten = {
    id: randomUUID(),
    source: "by_hand",
    reference: order.requestCode,
    paise,
    currency: RUPEES,
    paidAt: order.paidAt,
    receivedAt: at,
    orderId: order.id,
    state: "matched",
    decidedBy: visitor.userId,
    decidedAt: at,
  } as const satisfies typeof payments.$inferInsert;
  const none = { feePaise: null, attemptId: null, problem: null, heldBack: null, reason: null, bankProof: null, isBesideLine: false };
  return ok({ payment: { ...unwritten, ...none, leftPaise: paise, refundedPaise: 0 }, order, unwritten });
}
