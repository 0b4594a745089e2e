import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { announceOrder } from "../announce-order.server.ts";
import { noteOpened, notifyOfMessage } from "../messages/notify-of-message.server.ts";
import { lockPaid } from "../payment/refunds/lock-paid.server.ts";
import { refundLocked } from "../payment/refunds/refund-locked.server.ts";
import { shareOf } from "./claim.ts";
import type { ClaimRefundForm } from "./claim-forms.ts";
import { lockOpenClaim } from "./decide-claim.server.ts";
import { queueClaimEvents } from "./queue-claim-events.server.ts";
import { claims } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/**
 * Refunds the share of the ID of an open claim: its price, at most what is left of what was paid. By
 * the provider, the claim is `refunding` until the refund is done, and open again if that fails; by
 * hand it is refunded at once. The ID stays in its order, counts as dead and is not swapped. Refuses
 * `claimNotFound`, `claimDecided`, `orderNotPaid`, `nothingLeftToRefund`, `paidInOtherCurrency`,
 * `refundedMeanwhile` if the amount is not the one that was shown, `providerRefundsOff` and
 * `apiKeyRefundsUsed`. For persons with `handle-money`. [S15.4] [S15.6]
 */
export async function refundClaim(services: Needs, visitor: Visitor, claimId: string, form: ClaimRefundForm): Promise<Result<null>> {
  if (!may(visitor, "handle-money")) return rightMissing("handle-money");
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOpenClaim(tx, claimId);
    if (!locked.ok) return locked;
    const { order, claim } = locked.value;
    const paid = await lockPaid(services, tx, visitor, order);
    if (!paid.ok) return paid;
    const share = shareOf(order, paid.value.payment);
    if (!share.ok) return share;
    if (form.amount !== null && form.amount !== share.value) return refused("refundedMeanwhile");
    const { how, reference } = form;
    const refund = await refundLocked(services, tx, visitor, paid.value, { how, reference, reason: null, amount: share.value, left: null });
    if (!refund.ok) return refund;

    const at = services.now();
    const isByProvider = how === "provider";
    await tx
      .update(claims)
      .set({
        state: isByProvider ? "refunding" : "refunded",
        refundId: refund.value,
        decidedAt: at,
        decidedBy: visitor.userId,
        waitsSince: null,
      })
      .where(eq(claims.id, claimId));
    await queueClaimEvents(services, tx, "claim.decided", order, [{ ...claim, state: isByProvider ? "refunding" : "refunded" }]);
    const subject = { kind: "order", id: order.id, name: order.requestCode } as const;
    await recordAction(tx, visitor, { action: "claim-refunded", subject, facts: { position: claim.position + 1 } }, at);
    // A refund by hand is done, and its buyer is told of that.
    if (isByProvider) {
      await notifyOfMessage(services, tx, order, "shop");
      await noteOpened({ db: tx }, order.id);
    }
    await announceOrder(tx, order.requestCode);
    return ok(null);
  });
}
