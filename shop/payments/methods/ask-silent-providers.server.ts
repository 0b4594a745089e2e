import { and, inArray, isNotNull } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { type ProviderName, providerNames } from "../payment.ts";
import { paymentMethodSettings } from "../tables.server.ts";
import { findProvider } from "./method-secrets.server.ts";
import { recordSilence } from "./record-silence.server.ts";

/**
 * Asks the providers that did not answer whether they do again, because no open payment may ask
 * them. Returns how many do. [S10.11]
 */
export async function askSilentProviders(services: Pick<Services, "db" | "vault" | "httpClient" | "now">): Promise<number> {
  const { name, silentSince } = paymentMethodSettings;
  const silent = await services.db
    .select({ name })
    .from(paymentMethodSettings)
    .where(and(inArray(name, [...providerNames]), isNotNull(silentSince)));
  let answering = 0;
  for (const { name } of silent) {
    const provider = await findProvider(services, name as ProviderName);
    if (!provider) continue;
    const answer = await provider.testConnection();
    await recordSilence(services, name as ProviderName, answer);
    if (answer.outcome === "connected") answering += 1;
  }
  return answering;
}
