import type { KeyIn } from "#messages/texts.ts";
import type { ChoosableMethod } from "#shop/orders/order.ts";
import type { MissingPart } from "#shop/payments/methods/payment-method.ts";
import type { UpiMethod } from "#shop/payments/upi/upi-method.ts";

type Key = KeyIn<"adminPayments">;

/** What each method is, in a sentence. */
export const aboutMethods = {
  request: "aboutRequest",
  amazon: "aboutAmazon",
  upi: "aboutUpi",
  razorpay: "aboutRazorpay",
  stripe: "aboutStripe",
} as const satisfies Record<ChoosableMethod, Key>;

/** The names of what a provider's method can lack. */
export const missingWords = {
  keyId: "needsKeyId",
  keySecret: "needsKeySecret",
  secretKey: "needsSecretKey",
  webhookSecret: "needsWebhookSecret",
  httpsAddress: "needsHttps",
  pages: "needsPages",
} as const satisfies Record<MissingPart, Key>;

/** The names of what the UPI method lacks. */
export function missingOfUpi({ vpa, payeeName }: UpiMethod): Key[] {
  return [...(vpa === null ? ["needsVpa" as const] : []), ...(payeeName === null ? ["needsPayeeName" as const] : [])];
}
