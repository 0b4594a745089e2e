import { z } from "zod";
import { OwnPasswordForm } from "#shop/accounts/account-forms.ts";
import { optionalAmount } from "#shop/orders/payment/money-forms.ts";
import { scopeNames } from "#shop/rights.ts";
import { API_KEY_NAME_MAX_LENGTH } from "./constants.ts";

/**
 * A new API key: its name, its scopes, the most that it may refund in 24 hours, and the password
 * of the admin who creates it.
 */
export const ApiKeyForm = OwnPasswordForm.extend({
  name: z
    .string()
    .trim()
    .min(1, "nameRequired")
    .max(API_KEY_NAME_MAX_LENGTH)
    .refine((name) => !/\p{C}/u.test(name), "invalidInput"),
  scopes: z
    .array(z.enum(scopeNames), { error: (issue) => (issue.input === undefined ? "scopesRequired" : undefined) })
    .min(1, "scopesRequired")
    .transform((chosen) => scopeNames.filter((scope) => chosen.includes(scope))),
  refundsADay: optionalAmount,
});
export type ApiKeyForm = z.output<typeof ApiKeyForm>;
