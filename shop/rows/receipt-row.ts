import { z } from "zod";
import { GST_RATE_MAX, SELLER_ADDRESS_MAX_LENGTH, SELLER_NAME_MAX_LENGTH } from "#shop/settings/constants.ts";
import { isGstin } from "#shop/settings/gstin.ts";
import { key, line, text, time, whole } from "./row-fields.ts";

/** A row of `receipts.json`. [S10.15] */
export const ReceiptRow = z.object({
  orderId: key,
  year: whole(1_900, 9_998),
  number: whole(1),
  issuedAt: time,
  sellerName: line(SELLER_NAME_MAX_LENGTH),
  sellerAddress: text(SELLER_ADDRESS_MAX_LENGTH),
  gstin: z.string().refine(isGstin).nullable(),
  hsnCode: z.string().regex(/^(\d{4,8})?$/),
  gstRate: whole(0, GST_RATE_MAX),
});
