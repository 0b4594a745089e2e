import { randomBytes } from "node:crypto";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import type { OpenedPage, PageStatus, PaymentProvider, ProviderAttempt } from "#shop/payments/providers/provider.ts";
import { openProvider, type ProviderKeys } from "#shop/payments/providers/providers.server.ts";
import { razorpayAccount } from "./razorpay-server.ts";
import { stripeAccount } from "./stripe-server.ts";

/** The secrets with which the fakes sign events, now and before. */
export const WEBHOOK_SECRET = "whsec_the_secret_in_use_0123456789";
export const OLD_WEBHOOK_SECRET = "whsec_the_secret_before_0123456789";

/** The keys of both accounts that the fakes know. */
export const accounts: Record<ProviderKeys["name"], ProviderKeys> = {
  razorpay: { name: "razorpay", ...razorpayAccount, webhookSecrets: [{ secret: WEBHOOK_SECRET, until: null }] },
  stripe: { name: "stripe", ...stripeAccount, webhookSecrets: [{ secret: WEBHOOK_SECRET, until: null }] },
};

/** A provider whose API is at this address, which may be on this machine. */
export function providerAt(url: string, keys: ProviderKeys, timeoutMs = 10_000): PaymentProvider {
  const paymentApis = { razorpay: url, stripe: url };
  return openProvider(openHttpClient({ allowsPrivate: false, botApi: null, paymentApis }, { origin: null, timeoutMs }), keys);
}

/** An attempt to be paid, ₹500 unless overridden, that either provider accepts. */
export function anAttempt(given: Partial<ProviderAttempt> = {}): ProviderAttempt {
  const id = randomBytes(9).toString("base64url");
  return {
    id: `attempt_${id}`,
    reference: `REQ-AB12-${id}`,
    amountPaise: 50_000,
    description: "2 IDs, REQ-AB12",
    expiresAt: new Date(Date.now() + 31 * 60_000),
    returnUrl: "https://shop.example/order-status/REQ-AB12/paid",
    ...given,
  };
}

/** Opens an attempt that must be opened. */
export async function openedPage(provider: PaymentProvider, attempt = anAttempt()): Promise<OpenedPage> {
  const opening = await provider.open(attempt);
  if (opening.outcome !== "opened") throw new Error(`not opened: ${opening.problem.code}`);
  return opening;
}

/** The state of a page that must be readable. */
export async function statusOf(provider: PaymentProvider, pageId: string): Promise<PageStatus> {
  const status = await provider.fetchStatus(pageId);
  if (status.outcome !== "status") throw new Error(`no status: ${status.problem.code}`);
  return status;
}
