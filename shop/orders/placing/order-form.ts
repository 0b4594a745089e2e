import { z } from "zod";
import { digitsOf } from "#shop/digits.ts";
import { optionalEmail, optionalText, ticked } from "#shop/form-fields.ts";
import { readRupees } from "#shop/money.ts";
import { readGiftCardCode } from "#shop/payments/gift-card.ts";
import { GIFT_CARD_TEXT_MAX_LENGTH, QUANTITY_MAX } from "../constants.ts";
import { choosableMethods } from "../order.ts";

/** A whole number from 1 on, as text or JSON. "1e9", 1.5, -1 and NaN are refused. [S5.1] */
const quantity = z
  .union([z.number(), z.string()], "invalidQuantity")
  .transform((value) => (typeof value === "number" ? value : digitsOf(value, 6)))
  .pipe(z.int("invalidQuantity").min(1, "invalidQuantity").max(QUANTITY_MAX, "invalidQuantity"));

/** A gift card code without spaces and hyphens, or null. [S1.5] */
export const giftCardCode = optionalText(GIFT_CARD_TEXT_MAX_LENGTH).transform((text, context) => {
  const code = readGiftCardCode(text ?? "");
  if (code.ok) return code.value;
  context.addIssue({ code: "custom", message: code.code });
  return null;
});

const rupees = z
  .union([z.number(), z.string().max(20)])
  .nullish()
  .transform((value, context) => {
    if (value === null || value === undefined || value === "") return null;
    const paise = readRupees(value);
    if (paise === null) context.addIssue({ code: "custom", message: "invalidInput" });
    return paise;
  });

/**
 * The form of a new order. `expectedPrice` is the price per ID that the buyer saw, sent in rupees
 * and parsed to paise.
 */
export const OrderForm = z.object({
  productId: z.string().min(1).max(100),
  quantity,
  paymentMethod: z.enum(choosableMethods, "paymentMethodInvalid"),
  giftCardCode,
  email: optionalEmail,
  expectedPrice: rupees,
  /**
   * Whether the buyer was signed in when the form was shown. If the session has ended since, the
   * order is refused instead of placed as a guest's. [S4.10]
   */
  signedIn: ticked,
});
export type OrderForm = z.output<typeof OrderForm>;
