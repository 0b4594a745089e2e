import { eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { AnswerFields, type NewMessage } from "#shop/orders/messages/message-text.ts";
import { changeWait, findKnownMessage, openQuestion, storeMessage } from "#shop/orders/messages/store-message.server.ts";
import { comparing, fingerprintOf } from "#shop/orders/proofs/payment-fingerprint.server.ts";
import { isBuyer } from "#shop/orders/reading/find-order.server.ts";
import { type OrderRow, orders, paymentFingerprints } from "#shop/orders/tables.server.ts";
import { dropProof } from "#shop/payments/drop-proof.server.ts";
import { proofNameOf, type ReceivedProof, type StoredProof } from "#shop/payments/proof-image.ts";
import { storeProof } from "#shop/payments/store-proof.server.ts";
import { Utr } from "#shop/payments/upi/utr.ts";
import { queueProofPushes } from "#shop/push/queue-pushes.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { newProofLimit, uploadLimit } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";
import { deliverByAlertOf } from "../statements/deliver-by-alert.server.ts";
import { upiPartOf } from "./upi-part.ts";

type Needs = Pick<Services, "db" | "settings" | "waits" | "files" | "pictures" | "vault" | "log" | "now" | "jobs" | "mail">;

/** The form with which a buyer says to have paid; a screenshot may come with it. [S10.12] */
export const UtrForm = z.object({ utr: Utr });
export type UtrForm = z.output<typeof UtrForm>;

/** A UTR as the answer to a question. [S14.3] */
export const UtrAnswerForm = UtrForm.extend(AnswerFields);
export type UtrAnswerForm = z.output<typeof UtrAnswerForm>;
type Sent = UtrForm & Partial<UtrAnswerForm>;

/** The number of the message that answers a question by it; null if there is none. */
type Answered = { number: number | null };

/**
 * Stores the UTR that the buyer of a pending order sends, and a screenshot. Both are claims:
 * nothing is delivered unless a bank alert with it came before (S16.6), and the IDs now wait as for
 * any other order. Sending another UTR replaces the first; it answers an open question that asks for
 * one, and the same answer under the same key is stored once. Refuses an answer to a replaced question
 * (`questionChanged`). Strangers and unknown codes are refused alike (`orderNotForYou`). [S10.12]
 */
export async function sendUtr(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  sent: Sent,
  proof: ReceivedProof | null,
  network: string | null = null,
): Promise<Result<Answered>> {
  const entry = { ...ofBuyer, message: answerOf(sent, proof) };
  const needed = await needsUtr(services, visitor, requestCode, entry);
  if (!needed.ok) return needed;
  if (needed.value) {
    // The same form may have been cut off before this.
    await deliverByAlertOf(services, sent.utr);
    return ok({ number: needed.value.number });
  }
  const settings = await readSettings(services);
  const uploads = proof === null || network === null ? [] : [uploadLimit(settings, network)];
  const inTime = await countWithin(services, [...uploads, newProofLimit(settings, requestCode)]);
  if (!inTime.ok) return inTime;
  const stored = proof === null ? ok(null) : await storeProof(services, proof, network);
  if (!stored.ok) return stored;

  const written = await writeUtr(services, visitor, requestCode, { sent, entry }, stored.value);
  const unused = written.ok ? written.value.unused : stored.value?.key;
  if (unused) await dropProof(services, unused);
  if (written.ok) await deliverByAlertOf(services, sent.utr);
  return written.ok ? ok({ number: written.value.number }) : written;
}

const ofBuyer = { side: "buyer", personId: null } as const;
type Entry = typeof ofBuyer & { message: NewMessage };

/** The message that says so. */
function answerOf({ utr, key, answers }: Sent, picture: ReceivedProof | null): NewMessage {
  return { text: null, key, picture, asks: "utr", answers, brings: utr };
}

/**
 * Checks before the picture is decoded. The check is repeated under the lock. Returns the message
 * that the same form stored before.
 */
async function needsUtr(services: Needs, visitor: Visitor, requestCode: string, entry: Entry): Promise<Result<{ number: number } | null>> {
  const [order] = await services.db.select().from(orders).where(eq(orders.requestCode, requestCode));
  return decide(services, services.db, visitor, order, entry);
}

/** What the same form stored before; null if its UTR is to be stored now. */
async function decide(
  services: Needs,
  db: Pick<Tx, "select">,
  visitor: Visitor,
  order: OrderRow | undefined,
  entry: Entry,
): Promise<Result<{ number: number } | null, "orderNotForYou" | "noUtrNeeded" | "questionChanged">> {
  if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
  const known = await findKnownMessage(services, db, { order, ...entry });
  if (known) return ok(known);
  if (upiPartOf(order) === null) return refused("noUtrNeeded");
  const { answers } = entry.message;
  if (!answers) return ok(null);
  const question = await openQuestion(db, order);
  return question?.number === answers && question.asks === "utr" ? ok(null) : refused("questionChanged");
}

function writeUtr(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  { sent: { utr }, entry }: { sent: Sent; entry: Entry },
  proof: StoredProof | null,
): Promise<Result<Answered & { unused: string | null }>> {
  return inTransaction(services.db, async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.requestCode, requestCode)).for("update");
    const decision = await decide(services, tx, visitor, order, entry);
    if (!order || !decision.ok) return decision.ok ? refused("orderNotForYou") : decision;
    if (decision.value) return ok({ number: decision.value.number, unused: proof?.key ?? null });

    const at = services.now();
    await tx
      .update(orders)
      .set({ utr, utrSentAt: at, holdUntil: null, ...pictureOf(requestCode, proof) })
      .where(eq(orders.id, order.id));
    if (proof) {
      await tx.insert(paymentFingerprints).values(fingerprintOf(services, { orderId: order.id, at, giftCardCode: null, proof }));
      await tx.execute(comparing(services.jobs));
    }
    const question = await openQuestion(tx, order);
    let number: number | null = null;
    if (question?.asks === "utr") {
      const stored = await storeMessage(services, tx, { order, ...entry, pictureKey: null, asks: "utr", answers: question.number });
      if (stored.ok) number = stored.value.number;
      else await changeWait(tx, order.id, { kind: "wrote", answers: "utr" }, at);
    }
    await announceOrder(tx, requestCode);
    await queueProofPushes(services, tx, order.totalPaise);
    return ok({ number, unused: proof && order.proofKey });
  });
}

function pictureOf(requestCode: string, proof: StoredProof | null): Partial<Pick<OrderRow, "proofName" | "proofKey">> {
  return proof === null ? {} : { proofName: proofNameOf(requestCode, proof.filename), proofKey: proof.key };
}
