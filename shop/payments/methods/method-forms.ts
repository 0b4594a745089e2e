import { z } from "zod";
import { withoutUnseen } from "#shop/canonical-text.ts";
import { optionalText, ticked } from "#shop/form-fields.ts";
import type { RefusalCode } from "#shop/refusal.ts";
import type { ProviderName } from "../payment.ts";
import { SECRET_PART_MAX_LENGTH } from "./constants.ts";

/**
 * A text that a provider made, or nothing, without what came along when it was copied. Refuses what
 * cannot be one, such as half of it.
 */
const part = (pattern: RegExp, code: RefusalCode) =>
  optionalText(SECRET_PART_MAX_LENGTH)
    .transform((text) => (text && withoutUnseen(text)) || null)
    .refine((text) => text === null || pattern.test(text), code);

/** The form of Razorpay: an empty secret leaves the stored one as it is. [S10.1] */
const RazorpayForm = z.object({
  isOn: ticked,
  keyId: part(/^rzp_(test|live)_[A-Za-z0-9]{6,60}$/, "razorpayKeyIdInvalid"),
  keySecret: part(/^[A-Za-z0-9]{8,100}$/, "providerKeyInvalid"),
  webhookSecret: part(/^[!-~]{8,200}$/, "webhookSecretInvalid"),
});

/** The form of Stripe: an empty secret leaves the stored one as it is. [S10.1] */
const StripeForm = z.object({
  isOn: ticked,
  secretKey: part(/^[rs]k_(test|live)_\w{10,240}$/, "providerKeyInvalid"),
  webhookSecret: part(/^whsec_[!-~]{8,240}$/, "webhookSecretInvalid"),
});

/** A provider's form as it was filled in. */
type MethodForm = z.output<typeof RazorpayForm> | z.output<typeof StripeForm>;

/** What changes of a method; what is left out stays as it is. */
export type MethodChange = Partial<MethodForm>;

/** The form of each provider, in the admin area and in the API alike. */
export const methodForms: Record<ProviderName, z.ZodType<MethodForm>> = { razorpay: RazorpayForm, stripe: StripeForm };
