import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { storedText } from "#shop/stored-text.ts";
import { announceOrder } from "../announce-order.server.ts";
import type { ProofCheckForm } from "../decisions/decision-forms.ts";
import { type LockedOrder, lockPending } from "../lock-order.server.ts";
import { notifyOfMessage } from "../messages/notify-of-message.server.ts";
import { announceMessages, changeWait, openQuestion, storeMessage } from "../messages/store-message.server.ts";
import { orders } from "../tables.server.ts";
import { checkProofOf } from "./proof-check.ts";

/**
 * Records an admin's check of a pending order's proof: verified means paid, rejected means unpaid,
 * and asks the buyer for a new code and proof. [S14.4]
 * Refuses to judge a proof that the admin did not look at (`proofChanged`). [S2.31] [S4.9]
 */
export async function checkProof(
  services: QueueNeeds & Pick<Services, "db">,
  visitor: Visitor,
  requestCode: string,
  form: ProofCheckForm,
): Promise<Result<null, "rightMissing" | "orderNotFound" | "orderNotPending" | "proofNotFound" | "proofChanged">> {
  if (!may(visitor, "decide-orders")) return rightMissing("decide-orders");

  return inTransaction(services.db, async (tx) => {
    const order = await lockPending(tx, requestCode, "approved");
    if (!order.ok) return order;
    const at = services.now();
    const checked = checkProofOf(order.value, form, { at, rejectedNote: storedText("paymentVerificationFailed") });
    if (!checked.ok) return checked;

    await tx.update(orders).set(checked.value).where(eq(orders.id, order.value.id));
    const subject = { kind: "order", id: order.value.id, name: requestCode } as const;
    if (form.verified) await closeProofQuestion(tx, order.value, at);
    else await askForProof(services, tx, order.value, visitor.userId);
    await recordAction(tx, visitor, { action: form.verified ? "payment-verified" : "proof-rejected", subject }, at);
    await announceOrder(tx, requestCode);
    return ok(null);
  });
}

/** Asks for a new code and proof. What the buyer wrote still waits for an answer. */
async function askForProof(services: QueueNeeds, tx: Tx, order: LockedOrder, personId: string): Promise<void> {
  // A conversation that is full keeps its last question; the failed verification asks then.
  await storeMessage(services, tx, {
    order,
    side: "shop",
    personId,
    message: { text: null },
    pictureKey: null,
    asks: "proof",
    keepsWaiting: true,
  });
  await notifyOfMessage(services, tx, order, "shop");
}

async function closeProofQuestion(tx: Tx, order: LockedOrder, at: Date): Promise<void> {
  const question = await openQuestion(tx, order);
  if (question === null || question.asks === "proof") await changeWait(tx, order.id, { kind: "closed" }, at);
  await announceMessages(tx, order.requestCode);
}
