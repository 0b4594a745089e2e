import { CHANGED } from "#platform/live/channel.ts";
import type { Services } from "#platform/provides.ts";
import { comparedCode } from "#shop/payments/gift-card.ts";
import { LOOK_BITS } from "#shop/payments/picture-look.ts";
import type { KeptProof } from "#shop/payments/proof-image.ts";

/** The topic that says: a proof waits to be compared with others. */
export const PROOFS_TOPIC = "proofs";

/** What an order is paid with, when it is placed or its buyer sends a new code and picture. */
type Payment = { orderId: string; at: Date; giftCardCode: string | null; proof: KeptProof | null };

/** The keyed fingerprint by which a gift card code is found again, however it was typed; after it, those under earlier secrets, by which it was kept before. */
export function giftCardMarks({ vault }: Pick<Services, "vault">, code: string): Buffer[] {
  return vault.fingerprints(`gift card\n${comparedCode(code)}`);
}

/** What a payment is known again by; a picture that is not nearly blank waits to be compared with earlier ones. */
export function markOf(services: Pick<Services, "vault">, { orderId, at, giftCardCode, proof }: Payment) {
  const look = proof?.seen.look ?? null;
  return {
    orderId,
    notedAt: at,
    giftCard: giftCardCode === null ? null : giftCardMarks(services, giftCardCode),
    proofKey: proof?.key ?? null,
    pixels: proof?.seen.pixels ?? null,
    look,
    compareAt: look === null ? null : at,
  };
}

/** The statement that keeps the marks of a new order, to be sent along with the order's own. */
export function noteMark(services: Pick<Services, "vault">, payment: Payment): { name: string; text: string; values: unknown[] } {
  const { orderId, notedAt, giftCard, proofKey, pixels, look, compareAt } = markOf(services, payment);
  return {
    name: "note-payment-mark",
    text: `with noted as (
  insert into payment_marks (order_id, noted_at, gift_card, proof_key, pixels, look, compare_at)
  values ($1, $2::timestamptz, $3::bytea[], $4, $5::bytea, $6::bit(${LOOK_BITS}), $7::timestamptz)
)
select pg_notify('${CHANGED}', '${PROOFS_TOPIC}')`,
    values: [orderId, notedAt, giftCard, proofKey, pixels, look, compareAt],
  };
}
