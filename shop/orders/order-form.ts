import { z } from "zod";
import {
  DOWNLOAD_LINK_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  ID_TEXT_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  QUANTITY_MAX,
  REASON_MAX_LENGTH,
} from "#shop/constants.ts";
import { paiseFromRupees } from "#shop/money.ts";
import { readGiftCardCode } from "#shop/payments/gift-card.ts";
import { linesOf } from "#shop/stock/id-list.ts";

/** Optional text: what is empty or blank is null. */
const optionalText = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((text) => text?.trim() || null);

/** A whole number from 1 on, typed or as JSON: "1e9", 1.5, -1 and NaN are none. [S5.1] */
const quantity = z
  .union([z.number(), z.string()], "invalidQuantity")
  .transform((value) => (typeof value === "number" ? value : /^\s*\d{1,6}\s*$/.test(value) ? Number(value) : Number.NaN))
  .pipe(z.int("invalidQuantity").min(1, "invalidQuantity").max(QUANTITY_MAX, "invalidQuantity"));

const giftCardCode = optionalText(100).transform((text, context) => {
  if (text === null || text.replace(/[\s-]/g, "") === "") return null;
  const code = readGiftCardCode(text);
  if (code === null) context.addIssue({ code: "custom", message: "giftCardCodeInvalid" });
  return code;
});

const rupees = z
  .union([z.number(), z.string().max(20)])
  .nullish()
  .transform((value, context) => {
    if (value === null || value === undefined || value === "") return null;
    const paise = paiseFromRupees(value);
    if (paise === null) context.addIssue({ code: "custom", message: "invalidInput" });
    return paise;
  });

const email = optionalText(EMAIL_MAX_LENGTH).pipe(z.email("emailInvalid").nullable());

/** A box that a form ticks, or a boolean. */
const ticked = z
  .union([z.boolean(), z.enum(["", "on", "true", "false"])])
  .nullish()
  .transform((value) => value === true || value === "on" || value === "true");

/** What a buyer sends to place an order. `expectedPrice` is the price of one ID that the buyer saw, in rupees; it becomes paise. */
export const OrderForm = z.object({
  productId: z.string().min(1).max(100),
  quantity,
  paymentMethod: z.enum(["request", "amazon"], "paymentMethodInvalid"),
  giftCardCode,
  email,
  expectedPrice: rupees,
  /** Whether the buyer took the order for an account's: then it is not placed as a guest's when the session is gone. [S4.10] */
  signedIn: ticked,
});
export type OrderForm = z.output<typeof OrderForm>;

/** One link, http or https only, as an address is written in full. [S4.8] */
const downloadLink = optionalText(DOWNLOAD_LINK_MAX_LENGTH)
  .refine((link) => link === null || (/^https?:\/\//i.test(link) && URL.canParse(link)), "downloadLinkInvalid")
  .transform((link) => link && new URL(link).href);

/** What an admin sends to approve: the IDs (one per line, or a list), the unit ids of reserved IDs that are faulty, a link. [S2.30] [S5.5] */
export const ApprovalForm = z.object({
  ids: z.union([z.string().max(ID_TEXT_MAX_LENGTH), z.array(z.string().max(ID_TEXT_MAX_LENGTH)).max(QUANTITY_MAX * 2)]).transform(linesOf),
  faulty: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .transform((value) => (value === null || value === undefined ? [] : [value].flat()))
    .pipe(z.array(z.string().regex(/^\d{1,15}$/, "faultyIdNotHeld")).max(QUANTITY_MAX)),
  downloadLink,
  /** Approving although the payment failed verification. [S4.9] */
  confirmed: ticked,
});
export type ApprovalForm = z.output<typeof ApprovalForm>;

/** What an admin sends to reject. [S5.6] */
export const RejectionForm = z.object({
  reason: z.string("reasonRequired").max(REASON_MAX_LENGTH).trim().min(1, "reasonRequired"),
});
export type RejectionForm = z.output<typeof RejectionForm>;

/** What an admin found when looking at a payment proof. [S2.31] [S4.9] */
export const ProofCheckForm = z.object({
  verified: z.union([z.boolean(), z.enum(["true", "false"])]).transform((value) => value === true || value === "true"),
  note: optionalText(NOTE_MAX_LENGTH),
  /** Which picture was looked at; where it is told, another one that was sent meanwhile is not judged by it. */
  proofId: z.string().max(100).nullish(),
});
export type ProofCheckForm = z.output<typeof ProofCheckForm>;

/** A new gift card code after the first failed verification; the picture comes beside it. [S4.9] */
export const NewProofForm = z.object({ giftCardCode });
export type NewProofForm = z.output<typeof NewProofForm>;
