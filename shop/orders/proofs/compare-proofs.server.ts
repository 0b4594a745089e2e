import { setTimeout as wait } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { seeProof } from "#shop/payments/hash-proof.server.ts";
import type { SeenProof } from "#shop/payments/proof-image.ts";
import { announceOrder } from "../announce-order.server.ts";
import { PROOF_PAUSE_MS, PROOF_RETRY_MS } from "../constants.ts";
import { orders, paymentFingerprints, similarProofs } from "../tables.server.ts";
import { findSimilarProofs } from "./find-similar-proofs.server.ts";
import { giftCardFingerprints } from "./payment-fingerprint.server.ts";

type Needs = Pick<Services, "db" | "files" | "pictures" | "vault" | "log" | "now">;

/**
 * Compares each proof that waits for it with all others, newest first, with a pause after each.
 * Proofs that an earlier version stored are hashed first. Several processes share the work, and an
 * interrupted proof is retried later. An order itself changes only in the earlier uses that admins
 * see with it. Returns how many were compared.
 */
export async function compareProofs(services: Needs, signal?: AbortSignal): Promise<number> {
  let compared = 0;
  while (!signal?.aborted && (await compareNewest(services))) {
    compared += 1;
    await wait(PROOF_PAUSE_MS);
  }
  return compared;
}

async function compareNewest(services: Needs): Promise<boolean> {
  const fingerprint = await claimNewest(services);
  if (!fingerprint) return false;
  const { orderId, proofKey } = fingerprint;
  const [order] = await services.db.select().from(orders).where(eq(orders.id, orderId));
  const isPresent = order !== undefined && order.proofKey === proofKey;
  const code =
    isPresent && order.giftCardCode ? services.vault.decrypt(placeOf("orders.gift_card_code", order.id), order.giftCardCode) : null;
  const bytes = isPresent && proofKey !== null ? await services.files.get(proofKey) : null;
  const seen = bytes && (await seenOf(services, fingerprint, bytes));
  const alike =
    bytes && seen?.perceptualHash
      ? await findSimilarProofs(services, { orderId, pixels: seen.pixels, perceptualHash: seen.perceptualHash }, bytes)
      : [];

  await inTransaction(services.db, async (tx) => {
    const giftCard = fingerprint.giftCard ?? (code === null ? null : giftCardFingerprints(services, code));
    await tx
      .update(paymentFingerprints)
      .set({ giftCard, ...(seen && { pixels: seen.pixels, perceptualHash: seen.perceptualHash }), compareAt: null })
      .where(eq(paymentFingerprints.id, fingerprint.id));
    const pairs = alike.map((id) => ({ fingerprintId: Math.max(id, fingerprint.id), earlierId: Math.min(id, fingerprint.id) }));
    if (pairs.length > 0) await tx.insert(similarProofs).values(pairs).onConflictDoNothing();
    if (order && (pairs.length > 0 || !fingerprint.giftCard || !fingerprint.pixels)) await announceOrder(tx, order.requestCode);
  });
  return true;
}

type PaymentFingerprint = typeof paymentFingerprints.$inferSelect;

/**
 * Claims the newest payment fingerprint that waits. It is retried later if it is not finished by
 * then.
 */
async function claimNewest({ db, now }: Needs): Promise<PaymentFingerprint | undefined> {
  const at = now();
  const [fingerprint] = await db
    .update(paymentFingerprints)
    .set({ compareAt: new Date(at.getTime() + PROOF_RETRY_MS) })
    .where(
      eq(
        paymentFingerprints.id,
        sql`(select id from payment_fingerprints where compare_at <= ${at}::timestamptz order by id desc limit 1 for update skip locked)`,
      ),
    )
    .returning();
  return fingerprint;
}

/** The stored hashes, or new ones if there are none; null if the file can no longer be decoded. */
async function seenOf(services: Needs, { pixels, perceptualHash }: PaymentFingerprint, bytes: Uint8Array): Promise<SeenProof | null> {
  if (pixels) return { pixels, perceptualHash };
  try {
    return await seeProof(services, bytes);
  } catch (cause) {
    services.log.error("a proof cannot be seen", cause);
    return null;
  }
}
