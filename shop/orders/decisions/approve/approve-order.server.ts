import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { type LockedOrder, lockPending } from "#shop/orders/lock-order.server.ts";
import { closePaymentOf } from "#shop/orders/payment/attempts/payment-jobs.server.ts";
import { paidAtApproval } from "#shop/orders/payment/order-payment.ts";
import { countRecalled } from "#shop/orders/recalls/recalled.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { untilNoneEnteredMeanwhile } from "#shop/stock/books/add-units.server.ts";
import { queueOrderDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import type { ApprovalForm } from "../decision-forms.ts";
import { writeToBuyer } from "../email-buyer.server.ts";
import { type FoundUnit, objectionToUnits, patternOf } from "../find-units.server.ts";
import { askAboutUnusual } from "../unusual-ids.ts";
import { approve } from "./approval.ts";
import { deliverUnits, findUnitsToDeliver } from "./deliver-units.server.ts";
import { idsToDeliver } from "./ids-to-deliver.server.ts";
import { objectionToFaulty, withdrawFaulty } from "./withdraw-faulty.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/** Whether the buyer may have begun to pay at a provider. */
const mayHavePage = (order: Pick<LockedOrder, "paymentMethod" | "paymentAskedAt">) =>
  isProviderName(order.paymentMethod) || order.paymentAskedAt !== null;

/**
 * Approves a pending order with the IDs to hand over. Reserved IDs that are not delivered become
 * free again, or are withdrawn if the admin marked them as faulty. An ID that is new to the shop is
 * added to the stock's records. Refuses an ID of another order or of another product. Who may not
 * see IDs approves with exactly the reserved ones. Asks once more before IDs of a recalled import are
 * handed over (`recalledIdsConfirm`).
 * [S4.1] [S4.4] [S4.5] [S4.6] [S5.4] [S5.5] [S13.5] [S15.11]
 */
export async function approveOrder(services: Needs, visitor: Visitor, requestCode: string, given: ApprovalForm): Promise<Result<null>> {
  if (!may(visitor, "decide-orders")) return rightMissing("decide-orders");
  return untilNoneEnteredMeanwhile(() =>
    inTransaction(services.db, async (tx) => {
      const locked = await lockPending(tx, requestCode, "approved");
      if (!locked.ok) return locked;
      const order = locked.value;
      const chosen = await idsToDeliver(services, tx, visitor, order, given);
      if (!chosen.ok) return chosen;
      const form = chosen.value;
      const approval = approve(order, form);
      if (!approval.ok) return approval;

      const found = await findUnitsToDeliver(services, tx, order, form);
      const objection = (await objectionToUnits(tx, order, found)) ?? (await objectionToFaulty(tx, order, form.faulty, found));
      if (objection) return objection;
      const recalled = form.recalledConfirmed ? 0 : await countRecalled(tx, unitIdsOf(found));
      if (recalled > 0) return refused("recalledIdsConfirm", { n: recalled });
      const asked = askAboutUnusual(found, await patternOf(tx, requestCode), form.idsConfirmed === true);
      if (!asked.ok) return asked;

      const processedAt = services.now();
      const { id } = order;
      const paidAt = paidAtApproval(order, processedAt);
      if (mayHavePage(order)) await closePaymentOf(services, tx, id);
      const approved = { status: "approved", processedAt, approvedBy: visitor.userId, downloadLink: form.downloadLink, paidAt } as const;
      await signTransaction(tx, visitor);
      await tx.update(orders).set(approved).where(eq(orders.id, id)).prepare("approve-order").execute();
      await recordAction(tx, visitor, { action: "order-approved", subject: { kind: "order", id, name: requestCode } }, processedAt);
      await writeToBuyer(services, tx, order, "order-approved");
      await queueOrderDeliveries(services, tx, order, "approved");
      await announceOrder(tx, requestCode);
      await withdrawFaulty(tx, order, form.faulty, processedAt);
      await deliverUnits(services, tx, order, found, processedAt);
      // Delivering has locked the stock: a recall that came before that is seen now.
      const meanwhile = form.recalledConfirmed ? 0 : await countRecalled(tx, unitIdsOf(found));
      if (meanwhile > 0) throw new RecalledMeanwhile(meanwhile);
      return ok(null);
    }),
  ).catch((cause) => {
    if (cause instanceof RecalledMeanwhile) return refused("recalledIdsConfirm", { n: cause.n });
    throw cause;
  });
}

/** Takes an approval back whose IDs, as many as `n`, were recalled after they were looked at. */
class RecalledMeanwhile extends Error {
  readonly n: number;
  constructor(n: number) {
    super("recalled meanwhile");
    this.n = n;
  }
}

function unitIdsOf(found: FoundUnit[]): number[] {
  return found.flatMap(({ unit }) => unit?.id ?? []);
}
