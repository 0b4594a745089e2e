import { type FakeProviderServer, openFake } from "#server/fake-provider/open-fake.ts";

/** The key of the account that the fake knows. */
export const stripeAccount = { secretKey: "sk_test_51HsQeAbCdEfGhIjKlMnOpQr" };

/** Opens a server that speaks Stripe's API, with its payment page and its webhooks. */
export function openStripeServer(): Promise<FakeProviderServer> {
  return openFake(`${import.meta.dirname}/stripe-process.ts`, stripeAccount);
}
