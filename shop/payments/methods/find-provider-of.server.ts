import type { Services } from "#platform/provides.ts";
import type { ProviderName } from "../payment.ts";
import type { PaymentProvider, ProviderRefusal } from "../providers/provider.ts";
import { openProvider } from "../providers/providers.server.ts";
import { earlierKeysOf } from "./earlier-keys.server.ts";
import { keysOf, readMethod, secretsOf, webhookSecretsOf } from "./method-secrets.server.ts";

/**
 * The provider with the keys that an attempt was opened with: those of its time, even if the owner
 * replaced them by the keys of another account. If the provider does not take these any more, or
 * does not know the page, the later keys are tried. Null if there are no complete keys. [S10.16]
 */
export async function findProviderOf(
  services: Pick<Services, "db" | "vault" | "httpClient">,
  { provider: name, createdAt }: { provider: ProviderName; createdAt: Date },
): Promise<PaymentProvider | null> {
  const row = await readMethod(services, name);
  if (!row) return null;
  const hooks = webhookSecretsOf(services, row);
  const earlier = earlierKeysOf(services, row).filter(({ replacedAt }) => createdAt <= replacedAt);
  const known = [...earlier, { settings: row.settings, secrets: secretsOf(services, row) }];
  return known
    .map(({ settings, secrets }) => keysOf(name, settings, secrets, hooks))
    .filter((keys) => keys !== null)
    .map((keys) => openProvider(services.httpClient, keys))
    .reduceRight<PaymentProvider | null>((later, one) => (later ? orLater(one, later) : one), null);
}

/** A provider that asks with later keys what its own cannot tell. */
function orLater(provider: PaymentProvider, later: PaymentProvider): PaymentProvider {
  return {
    ...provider,
    // Only refused keys: a page that is missing here would be a second one there.
    open: async (attempt) => unlessRefused(await provider.open(attempt), ["keys"], () => later.open(attempt)),
    recover: async (attempt) => unlessRefused(await provider.recover(attempt), ["keys"], () => later.recover(attempt)),
    fetchStatus: async (pageId) => unlessRefused(await provider.fetchStatus(pageId), unknown, () => later.fetchStatus(pageId)),
    close: async (pageId) => unlessRefused(await provider.close(pageId), unknown, () => later.close(pageId)),
    refund: async (payment, paise, key) =>
      unlessRefused(await provider.refund(payment, paise, key), unknown, () => later.refund(payment, paise, key)),
    fetchRefunds: async (payment) => unlessRefused(await provider.fetchRefunds(payment), unknown, () => later.fetchRefunds(payment)),
    fetchDispute: async (disputeId) => unlessRefused(await provider.fetchDispute(disputeId), unknown, () => later.fetchDispute(disputeId)),
  };
}

const unknown = ["keys", "missing"] as const;

async function unlessRefused<A extends { outcome: string }>(
  answer: A | ProviderRefusal,
  whys: readonly ProviderRefusal["why"][],
  later: () => Promise<A>,
): Promise<A | ProviderRefusal> {
  return "why" in answer && whys.includes(answer.why) ? later() : answer;
}
