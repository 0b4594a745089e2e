import { z } from "zod";
import { GST_RATE_MAX, SELLER_ADDRESS_MAX_LENGTH, SELLER_NAME_MAX_LENGTH } from "#shop/settings/constants.ts";
import { isGstin } from "#shop/settings/gstin.ts";
import { OLD_AMOUNT_MAX_PAISE } from "./constants.ts";
import { key, line, text, time, whole } from "./row-fields.ts";

/** A row of `credit-notes.json`. [S10.15] */
export const CreditNoteRow = z.object({
  refundId: key,
  orderId: key,
  year: whole(1_900, 9_998),
  number: whole(1),
  issuedAt: time,
  paise: whole(1, OLD_AMOUNT_MAX_PAISE),
});

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
