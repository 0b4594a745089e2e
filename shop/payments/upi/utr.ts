import { z } from "zod";
import { withoutSeparators } from "#shop/canonical-text.ts";
import { UTR_TYPED_MAX_LENGTH } from "../constants.ts";

const UTR = /^\d{12}$/;

/**
 * The reference of a UPI payment, which payment apps also call RRN: 12 digits, as people type and
 * paste them. Refuses `utrInvalid`. [S10.12]
 */
export const Utr = z
  .string()
  .max(UTR_TYPED_MAX_LENGTH)
  .transform(withoutSeparators)
  .refine((utr) => UTR.test(utr), "utrInvalid");
