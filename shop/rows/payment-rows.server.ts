import { z } from "zod";
import { LINK_MAX_LENGTH } from "#shop/constants.ts";
import { isSentAttempt } from "#shop/orders/payment/attempts/sent-attempt.server.ts";
import { attemptStates, providerNames } from "#shop/payments/payment.ts";
import { PERCEPTUAL_HASH_BITS } from "#shop/payments/perceptual-hash.ts";
import { isPayUrl } from "#shop/payments/providers/pay-url.server.ts";
import { amount, reference, WORDS_MAX_LENGTH } from "./money-rows.ts";
import { fileKey } from "./order-row.server.ts";
import { hash, key, rowNumber, storedText, text, time, whole } from "./row-fields.ts";

/** A row of `replacements.json`. */
export const ReplacementRow = z
  .object({ id: rowNumber, orderId: key, faultyUnitId: rowNumber, unitId: rowNumber, position: whole(), replacedAt: time })
  .refine(({ faultyUnitId, unitId }) => faultyUnitId !== unitId, { path: ["unitId"] });

/** A row of the exported payment fingerprints, of a gift card code or a proof. */
export const PaymentFingerprintRow = z
  .object({
    id: rowNumber,
    orderId: key,
    recordedAt: time,
    giftCard: z.array(hash).min(1).max(1_000).nullable(),
    proofKey: fileKey.nullable(),
    pixels: hash.nullable(),
    perceptualHash: z
      .string()
      .regex(new RegExp(`^[01]{${PERCEPTUAL_HASH_BITS}}$`))
      .nullable(),
    compareAt: time.nullable(),
    similarTo: z.array(rowNumber).optional(),
  })
  .refine(({ perceptualHash, pixels }) => perceptualHash === null || pixels !== null, { path: ["perceptualHash"] })
  .refine(({ id, similarTo = [] }) => similarTo.every((earlier) => earlier < id), { path: ["similarTo"] });

/**
 * A row of `payment-attempts.json`. A page that is open is a link for its buyer, and can be opened
 * and closed with what was sent. [S10.3]
 */
export const AttemptRow = z
  .object({
    id: key,
    orderId: key,
    provider: z.enum(providerNames),
    number: whole(1),
    reference: z.string().regex(/^[\w-]{1,40}$/),
    providerId: reference.nullable(),
    paise: amount,
    state: z.enum(attemptStates),
    request: text(10_000).nullable(),
    payUrl: text(LINK_MAX_LENGTH).refine(isPayUrl).nullable(),
    createdAt: time,
    openedAt: time.nullable(),
    expiresAt: time,
    closedAt: time.nullable(),
    nextCheckAt: time.nullable(),
    failure: storedText(WORDS_MAX_LENGTH).nullable(),
  })
  .refine(({ state, closedAt }) => (state === "opening" || state === "open") === (closedAt === null), { path: ["closedAt"] })
  .refine(({ state, payUrl }) => state !== "open" || payUrl !== null, { path: ["payUrl"] })
  .refine(({ state, providerId }) => state !== "open" || providerId !== null, { path: ["providerId"] })
  .refine(({ state, openedAt }) => state !== "open" || openedAt !== null, { path: ["openedAt"] })
  .refine(({ state, request }) => (state !== "opening" && state !== "open") || isSentAttempt({ request }), { path: ["request"] });
