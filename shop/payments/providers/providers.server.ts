import type { HttpClient } from "#platform/http-client/http-client.ts";
import type { PaymentProvider } from "./provider.ts";
import { openRazorpay, type RazorpayKeys } from "./razorpay/razorpay.server.ts";
import { openStripe, type StripeKeys } from "./stripe/stripe.server.ts";

/** The keys of a provider's account, with its name. */
export type ProviderKeys = ({ name: "razorpay" } & RazorpayKeys) | ({ name: "stripe" } & StripeKeys);

/** Opens the provider of these keys. */
export function openProvider(httpClient: Pick<HttpClient, "callPaymentApi">, keys: ProviderKeys): PaymentProvider {
  return keys.name === "razorpay" ? openRazorpay(httpClient, keys) : openStripe(httpClient, keys);
}
