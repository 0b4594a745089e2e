import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { unlessErased } from "#shop/erased.ts";
import { dropProof } from "#shop/payments/drop-proof.server.ts";
import { lastOf } from "#shop/payments/gift-card.ts";
import { proofNameOf, type ReceivedProof, type StoredProof } from "#shop/payments/proof-image.ts";
import { storeProof } from "#shop/payments/store-proof.server.ts";
import { queueProofPushes } from "#shop/push/queue-pushes.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { newProofLimit, uploadLimit } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";
import { announceOrder } from "../announce-order.server.ts";
import type { NewProofForm } from "../decisions/decision-forms.ts";
import { type LockedOrder, lockOrder } from "../lock-order.server.ts";
import type { NewMessage } from "../messages/message-text.ts";
import type { Question } from "../messages/question.ts";
import { changeWait, findKnownMessage, openQuestion, storeMessage } from "../messages/store-message.server.ts";
import { isBuyer } from "../reading/find-order.server.ts";
import { orders, paymentFingerprints } from "../tables.server.ts";
import { comparing, fingerprintOf } from "./payment-fingerprint.server.ts";
import { mayResendProof } from "./proof-check.ts";

type Needs = Pick<Services, "db" | "settings" | "waits" | "files" | "pictures" | "vault" | "log" | "now" | "jobs">;

/** The number of the message that says so; null if the conversation is full. */
type Answered = { number: number | null };

/**
 * Stores the new gift card code and proof that the shop asked for. Only the buyer may send them,
 * while the order is pending; they answer the open question, and the earlier proof stays for persons
 * who check the order. The same under the same key is stored once. Refuses an answer to a replaced
 * question (`questionChanged`). [S14.4] Uploads are limited per `network` and per order. [S4.9]
 */
export async function resendProof(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  form: NewProofForm,
  proof: ReceivedProof | null,
  network: string | null = null,
): Promise<Result<Answered>> {
  const { giftCardCode } = form;
  if (!giftCardCode || !proof) return refused("giftCardAndProofRequired");
  const sent = { ...form, giftCardCode, proof };
  const allowed = await mayResend(services, visitor, requestCode, sent);
  if (!allowed.ok) return allowed;
  if (allowed.value) return ok({ number: allowed.value.number });
  const settings = await readSettings(services);
  const uploads = network === null ? [] : [uploadLimit(settings, network)];
  const inTime = await countWithin(services, [...uploads, newProofLimit(settings, requestCode)]);
  if (!inTime.ok) return inTime;
  const stored = await storeProof(services, proof, network);
  if (!stored.ok) return stored;

  // If this throws, the order may have the new proof nevertheless. `sweepFiles` removes whichever
  // proof no order has.
  const replaced = await replaceProof(services, visitor, requestCode, sent, stored.value);
  if (!(replaced.ok && replaced.value.isNew)) await dropProof(services, stored.value.key);
  return replaced.ok ? ok({ number: replaced.value.number }) : replaced;
}

/** What a buyer sends: a code and a picture. */
type Sent = NewProofForm & { giftCardCode: string; proof: ReceivedProof };

/** The message that says so. */
function answerOf({ giftCardCode, proof, key, answers }: Sent): NewMessage {
  return { text: null, key, picture: proof, asks: "proof", answers, brings: giftCardCode };
}

/**
 * Checks before the picture is decoded, so that strangers cannot keep the decoder busy. The check
 * is repeated under the lock. Returns the message that the same form stored before.
 */
async function mayResend(services: Needs, visitor: Visitor, requestCode: string, sent: Sent): Promise<Result<{ number: number } | null>> {
  const { db } = services;
  const { id, userId, accessKeyHash, unlockedBy, status, paymentMethod, paymentVerified } = orders;
  const [order] = await db
    .select({ id, userId, accessKeyHash, unlockedBy, status, paymentMethod, paymentVerified })
    .from(orders)
    .where(eq(orders.requestCode, requestCode));
  if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
  const known = await findKnownMessage(services, db, { order: { ...order, requestCode }, ...ofBuyer, message: answerOf(sent) });
  return known ? ok(known) : decide(visitor, order, sent, await openQuestion(db, order));
}

const ofBuyer = { side: "buyer", personId: null } as const;

type Judged = Pick<LockedOrder, "id" | "userId" | "accessKeyHash" | "unlockedBy" | "status" | "paymentMethod" | "paymentVerified">;

function decide(
  visitor: Visitor,
  order: Judged | null,
  { answers }: Sent,
  question: Question | null,
): Result<null, "orderNotForYou" | "noNewProofNeeded" | "questionChanged"> {
  if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
  if (order.status === "pending" && question !== null && answers && answers !== question.number) return refused("questionChanged");
  return mayResendProof(order, question?.asks ?? null) ? ok(null) : refused("noNewProofNeeded");
}

function replaceProof(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  sent: Sent,
  stored: StoredProof,
): Promise<Result<Answered & { isNew: boolean }>> {
  const { giftCardCode } = sent;
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    const entry = order && { order, ...ofBuyer, message: answerOf(sent) };
    const known = entry && isBuyer(visitor, order) ? await findKnownMessage(services, tx, entry) : null;
    if (known) return ok(known);
    const question = order && (await openQuestion(tx, order));
    const decision = decide(visitor, order, sent, question);
    if (!order || !decision.ok) return decision.ok ? refused("orderNotForYou") : decision;

    const payment = {
      giftCardCode: services.vault.encrypt(placeOf("orders.gift_card_code", order.id), giftCardCode),
      giftCardLast4: lastOf(giftCardCode),
      proofName: proofNameOf(requestCode, stored.filename),
      proofKey: stored.key,
      paymentVerified: null,
      verificationNote: null,
      proofResentAt: services.now(),
    };
    await tx.update(orders).set(payment).where(eq(orders.id, order.id));
    await tx
      .insert(paymentFingerprints)
      .values(fingerprintOf(services, { orderId: order.id, at: payment.proofResentAt, giftCardCode, proof: stored }));
    await announceOrder(tx, requestCode);
    await queueProofPushes(services, tx, order.totalPaise);
    await tx.execute(comparing(services.jobs));
    const replacedProofKey = unlessErased(order.proof)?.key ?? null;
    const answer = { pictureKey: null, asks: "proof", answers: question?.number ?? null, replacedProofKey } as const;
    const written = await storeMessage(services, tx, { order, ...ofBuyer, message: answerOf(sent), ...answer });
    // Where a conversation is full, the earlier proof is in no message: `sweepFiles` removes it.
    if (!written.ok) await changeWait(tx, order.id, { kind: "wrote", answers: "proof" }, payment.proofResentAt);
    return ok({ number: written.ok ? written.value.number : null, isNew: true });
  });
}
