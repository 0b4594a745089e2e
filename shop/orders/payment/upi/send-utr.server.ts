import { eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { announceOrder } from "#shop/orders/announce-order.server.ts";
import { changeWait, openQuestion, storeMessage } from "#shop/orders/messages/store-message.server.ts";
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

/** The number of the message that answers a question by it; null if there is none. */
type Answered = { number: number | null };

/**
 * Stores the UTR that the buyer of a pending order sends, and a screenshot. Both are claims:
 * nothing is delivered unless a bank alert with it came before (S16.6), and the IDs now wait as for
 * any other order. Sending another UTR replaces the first; it answers an open question that asks for
 * one. Strangers and unknown codes are refused alike (`orderNotForYou`). [S10.12]
 */
export async function sendUtr(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  { utr }: UtrForm,
  proof: ReceivedProof | null,
  network: string | null = null,
): Promise<Result<Answered>> {
  const needed = await needsUtr(services, visitor, requestCode);
  if (!needed.ok) return needed;
  const settings = await readSettings(services);
  const uploads = proof === null || network === null ? [] : [uploadLimit(settings, network)];
  const inTime = await countWithin(services, [...uploads, newProofLimit(settings, requestCode)]);
  if (!inTime.ok) return inTime;
  const stored = proof === null ? ok(null) : await storeProof(services, proof, network);
  if (!stored.ok) return stored;

  const written = await writeUtr(services, visitor, requestCode, utr, stored.value);
  const unused = written.ok ? written.value.before : stored.value?.key;
  if (unused) await dropProof(services, unused);
  if (written.ok) await deliverByAlertOf(services, utr);
  return written.ok ? ok({ number: written.value.number }) : written;
}

/** Checks before the picture is decoded. The check is repeated under the lock. */
async function needsUtr({ db }: Needs, visitor: Visitor, requestCode: string): Promise<Result<null>> {
  const [order] = await db.select().from(orders).where(eq(orders.requestCode, requestCode));
  return decide(visitor, order);
}

function decide(visitor: Visitor, order: OrderRow | undefined): Result<null, "orderNotForYou" | "noUtrNeeded"> {
  if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
  return upiPartOf(order) === null ? refused("noUtrNeeded") : ok(null);
}

function writeUtr(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  utr: string,
  proof: StoredProof | null,
): Promise<Result<Answered & { before: string | null }, "orderNotForYou" | "noUtrNeeded">> {
  return inTransaction(services.db, async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.requestCode, requestCode)).for("update");
    const decision = decide(visitor, order);
    if (!order || !decision.ok) return decision.ok ? refused("orderNotForYou") : decision;

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
      const answer = { message: { text: null }, pictureKey: null, asks: "utr", answers: question.number } as const;
      const stored = await storeMessage(services, tx, { order, side: "buyer", personId: null, ...answer });
      if (stored.ok) number = stored.value.number;
      else await changeWait(tx, order.id, { kind: "wrote", answers: "utr" }, at);
    }
    await announceOrder(tx, requestCode);
    await queueProofPushes(services, tx, order.totalPaise);
    return ok({ number, before: proof && order.proofKey });
  });
}

function pictureOf(requestCode: string, proof: StoredProof | null): Partial<Pick<OrderRow, "proofName" | "proofKey">> {
  return proof === null ? {} : { proofName: proofNameOf(requestCode, proof.filename), proofKey: proof.key };
}
