import { z } from "zod";
import { PERCEPTUAL_HASH_BITS } from "#shop/payments/perceptual-hash.ts";
import { fileKey } from "./order-row.server.ts";
import { hash, key, rowNumber, time, whole } from "./row-fields.ts";

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
