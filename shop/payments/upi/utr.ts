import { z } from "zod";
import { withoutSeparators } from "#shop/canonical-text.ts";

const UTR = /^\d{12}$/;

/**
 * The reference of a UPI payment, which payment apps also call RRN: 12 digits, as people type and
 * paste them. Refuses `utrInvalid`. [S10.12]
 */
export const Utr = z
  .string()
  .max(100)
  .transform(withoutSeparators)
  .refine((utr) => UTR.test(utr), "utrInvalid");
