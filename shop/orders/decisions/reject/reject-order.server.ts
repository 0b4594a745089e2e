import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { lockPending } from "#shop/orders/lock-order.server.ts";
import { closePaymentOf } from "#shop/orders/payment/attempts/payment-jobs.server.ts";
import { oweRefund } from "#shop/orders/payment/settling/owe-refund.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { type RejectionReason, reasonFor } from "#shop/settings/rejection-reasons.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { queueOrderDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import type { RejectionForm } from "../decision-forms.ts";
import { writeToBuyer } from "../email-buyer.server.ts";
import { releaseHeld } from "../release-held.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs" | "settings">;

/**
 * Rejects a pending order with a reason that its buyer reads, and makes its IDs free. One of the
 * reasons that the settings offer, or else of the standard ones, is stored in the buyer's language.
 * For admins. [S4.1] [S4.3] [S5.6] [S11.2]
 */
export async function rejectOrder(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  { reason: written }: RejectionForm,
  standard: readonly RejectionReason[] = [],
): Promise<Result<null, "rightMissing" | "orderNotFound" | "orderNotPending">> {
  if (!may(visitor, "decide-orders")) return rightMissing("decide-orders");
  const settings = await readSettings(services);

  return inTransaction(services.db, async (tx) => {
    const order = await lockPending(tx, requestCode, "rejected");
    if (!order.ok) return order;

    const { id, language } = order.value;
    const reason = reasonFor(settings.rejectionReasons ?? standard, written, language ?? settings.language);
    const processedAt = services.now();
    await signTransaction(tx, visitor);
    await tx.update(orders).set({ status: "rejected", processedAt, reason }).where(eq(orders.id, id));
    await oweRefund(tx, id, "rejected");
    await closePaymentOf(services, tx, id);
    await recordAction(tx, visitor, { action: "order-rejected", subject: { kind: "order", id, name: requestCode } }, processedAt);
    await writeToBuyer(services, tx, order.value, "order-rejected");
    await queueOrderDeliveries(services, tx, order.value, "rejected");
    await announceOrder(tx, requestCode);
    await releaseHeld(tx, order.value);
    return ok(null);
  });
}
