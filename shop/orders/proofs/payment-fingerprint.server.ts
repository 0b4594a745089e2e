import { type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { comparedCode } from "#shop/payments/gift-card.ts";
import { PERCEPTUAL_HASH_BITS } from "#shop/payments/perceptual-hash.ts";
import type { StoredProof } from "#shop/payments/proof-image.ts";

/**
 * The job that compares the waiting proofs. Its queue has the same name, so one process compares at
 * a time.
 */
export const COMPARE_PROOFS = "compare-proofs";

/** The payment of a new order, or the new code and proof that its buyer sent later. */
type Payment = { orderId: string; at: Date; giftCardCode: string | null; proof: StoredProof | null };

/**
 * The keyed fingerprints of a gift card code, whatever its case and spacing: first under the
 * current secret, then under earlier ones.
 */
export function giftCardFingerprints({ vault }: Pick<Services, "vault">, code: string): Buffer[] {
  return vault.fingerprints(`gift card\n${comparedCode(code)}`);
}

/**
 * Builds the payment fingerprint. A picture that is not nearly blank waits to be compared with
 * earlier ones.
 */
export function fingerprintOf(services: Pick<Services, "vault">, { orderId, at, giftCardCode, proof }: Payment) {
  const perceptualHash = proof?.seen.perceptualHash ?? null;
  return {
    orderId,
    recordedAt: at,
    giftCard: giftCardCode === null ? null : giftCardFingerprints(services, giftCardCode),
    proofKey: proof?.key ?? null,
    pixels: proof?.seen.pixels ?? null,
    perceptualHash,
    compareAt: perceptualHash === null ? null : at,
  };
}

/**
 * The statement that stores the payment fingerprint of a new order, to be sent with the order's
 * own.
 */
export function recordFingerprint(services: Pick<Services, "vault">, payment: Payment): { name: string; text: string; values: unknown[] } {
  const { orderId, recordedAt, giftCard, proofKey, pixels, perceptualHash, compareAt } = fingerprintOf(services, payment);
  return {
    name: "record-payment-fingerprint",
    text: `insert into payment_fingerprints (order_id, recorded_at, gift_card, proof_key, pixels, perceptual_hash, compare_at)
  values ($1, $2::timestamptz, $3::bytea[], $4, $5::bytea, $6::bit(${PERCEPTUAL_HASH_BITS}), $7::timestamptz)`,
    values: [orderId, recordedAt, giftCard, proofKey, pixels, perceptualHash, compareAt],
  };
}

/** The statement that queues the job that compares proofs, in the transaction that stores them. */
export function comparing(jobs: Services["jobs"]): SQL {
  const job = { task: COMPARE_PROOFS, payload: sql`'{}'::json`, key: sql`null`, queue: sql`${COMPARE_PROOFS}::text` };
  return sql`select ${jobs.adding(sql`(select) as once`, job)}`;
}
