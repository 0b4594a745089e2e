import { z } from "zod";
import { isFileKey } from "#platform/files/file-key.ts";
import { PRICE_MAX_PAISE, PRODUCT_NAME_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import {
  DOWNLOAD_LINK_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  QUANTITY_MAX,
  REASON_MAX_LENGTH,
  UNLOCKED_BROWSERS_MAX,
} from "#shop/orders/constants.ts";
import { methodNames, orderStatuses } from "#shop/orders/order.ts";
import { isRequestCode } from "#shop/orders/request-code.ts";
import { isGiftCardCode } from "#shop/payments/gift-card.ts";
import { OLD_AMOUNT_MAX_PAISE, OLD_TEXT_MAX_LENGTH } from "./constants.ts";
import { keptInstructions } from "./instructions-row.ts";
import { accountKey, email, hash, key, language, text, time, utr, webAddress, whole } from "./row-fields.ts";

const oldText = text(OLD_TEXT_MAX_LENGTH);

/** The key of a stored picture. It cannot lead out of the shop's files. */
export const fileKey = z.string().refine(isFileKey, "is not where a picture may lie");

const columns = z.object({
  id: key,
  requestCode: z.string().refine(isRequestCode),
  status: z.enum(orderStatuses),
  productId: z.string(),
  productName: oldText,
  productNames: z.record(language, oldText.min(1)).nullable(),
  quantity: whole(1, 1_000_000),
  pricePaise: whole(0, OLD_AMOUNT_MAX_PAISE),
  totalPaise: whole(0, OLD_AMOUNT_MAX_PAISE),
  paymentMethod: z.enum(methodNames),
  userId: accountKey.nullable(),
  email: email.nullable(),
  language: language.nullable(),
  giftCardCode: oldText.min(1).nullable(),
  giftCardLast4: text(8).nullable(),
  proofName: oldText.nullable(),
  proofKey: fileKey.nullable(),
  paymentVerified: z.boolean().nullable(),
  verificationNote: text(NOTE_MAX_LENGTH).nullable(),
  adminNote: text(NOTE_MAX_LENGTH).nullable(),
  createdAt: time,
  processedAt: time.nullable(),
  approvedBy: oldText.min(1).nullable(),
  cancelledAt: time.nullable(),
  expiredAfterHours: whole().nullable(),
  reason: text(REASON_MAX_LENGTH).min(1).nullable(),
  downloadLink: webAddress(DOWNLOAD_LINK_MAX_LENGTH).nullable(),
  paidAt: time.nullable(),
  proofResentAt: time.nullable(),
  proofErasedAt: time.nullable(),
  codeErasedAt: time.nullable(),
  idsErasedAt: time.nullable(),
  isFromOldShop: z.boolean(),
  shortBy: whole(-1_000_000, 1_000_000)
    .refine((ids) => ids !== 0)
    .nullable(),
  payablePaise: whole(1, OLD_AMOUNT_MAX_PAISE).nullable(),
  holdUntil: time.nullable(),
  reopenedAt: time.nullable(),
  paymentAskedAt: time.nullable(),
  utr: utr.nullable(),
  utrSentAt: time.nullable(),
  termsVersion: whole(1).nullable(),
  instructions: keptInstructions.nullable(),
  linkNumber: whole(),
  accessKeyHash: hash.nullable(),
  unlockedBy: z.array(hash.or(z.literal(""))).max(UNLOCKED_BROWSERS_MAX),
});
type Columns = z.output<typeof columns>;

/**
 * The rules between an order's columns, each with the column to report if it is broken. [S4.1]
 * [S5.5] [S5.6]
 */
const rules: [column: keyof Columns, holds: (order: Columns) => boolean][] = [
  // Only the first entry may be empty: the browser that placed the order, if there was one.
  ["unlockedBy", ({ unlockedBy }) => !unlockedBy.includes("", 1)],
  ["processedAt", ({ status, processedAt }) => (status === "approved" || status === "rejected") === (processedAt !== null)],
  ["approvedBy", ({ status, approvedBy }) => (status === "approved") === (approvedBy !== null)],
  ["cancelledAt", ({ status, cancelledAt, reopenedAt }) => (status === "cancelled") === (cancelledAt !== null && reopenedAt === null)],
  ["reopenedAt", ({ status, cancelledAt, reopenedAt }) => reopenedAt === null || (status === "approved" && cancelledAt !== null)],
  ["expiredAfterHours", ({ cancelledAt, expiredAfterHours }) => expiredAfterHours === null || cancelledAt !== null],
  ["payablePaise", ({ payablePaise: payable, totalPaise }) => payable === null || isPayable(payable, totalPaise)],
  ["utrSentAt", ({ utr, utrSentAt }) => (utr === null) === (utrSentAt === null)],
  ["reason", ({ status, reason }) => (status === "rejected") === (reason !== null)],
  ["downloadLink", ({ status, downloadLink }) => status === "approved" || downloadLink === null],
  ["instructions", ({ status, instructions }) => status === "approved" || instructions === null],
  ["idsErasedAt", ({ status, idsErasedAt }) => status === "approved" || idsErasedAt === null],
  ["proofName", ({ proofName, proofKey }) => (proofName === null) === (proofKey === null)],
  ["proofErasedAt", ({ proofErasedAt, proofKey, status }) => proofErasedAt === null || (proofKey === null && status !== "pending")],
  ["codeErasedAt", ({ codeErasedAt, giftCardCode, status }) => codeErasedAt === null || (giftCardCode === null && status !== "pending")],
  ["paymentMethod", (order) => order.paymentMethod === "amazon" || !hasGiftCard(order)],
  ["proofKey", ({ paymentMethod, proofKey }) => proofKey === null || (paymentMethod !== "razorpay" && paymentMethod !== "stripe")],
  ["shortBy", ({ isFromOldShop, shortBy }) => isFromOldShop || shortBy === null],
  [
    "productName",
    ({ isFromOldShop, productName: name }) =>
      isFromOldShop || (name !== "" && name.length <= PRODUCT_NAME_MAX_LENGTH && !/[\r\n]/.test(name)),
  ],
  ["quantity", ({ isFromOldShop, quantity }) => isFromOldShop || quantity <= QUANTITY_MAX],
  ["pricePaise", ({ isFromOldShop, pricePaise }) => isFromOldShop || pricePaise <= PRICE_MAX_PAISE],
  ["totalPaise", ({ isFromOldShop, totalPaise, pricePaise, quantity }) => isFromOldShop || totalPaise === pricePaise * quantity],
  ["giftCardCode", ({ isFromOldShop, giftCardCode: code }) => isFromOldShop || code === null || isGiftCardCode(code)],
];

/**
 * A row of `orders.json`. Orders of the old shop may have larger amounts and longer texts than
 * buyers can send here.
 */
export const OrderRow = columns.superRefine((order, context) => {
  for (const [column, holds] of rules) if (!holds(order)) context.addIssue({ code: "custom", path: [column], message: "" });
});

function hasGiftCard({ giftCardCode, paymentVerified }: Columns): boolean {
  return giftCardCode !== null || paymentVerified !== null;
}

/** The total, or less: an amount of its own, or a discount. [S10.9] [S10.12] */
function isPayable(payable: number, total: number): boolean {
  return payable > 0 && payable <= total;
}
