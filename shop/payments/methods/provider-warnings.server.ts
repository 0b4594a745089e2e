import { and, eq, inArray, lte, or, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { type ProviderName, providerNames } from "../payment.ts";
import { paymentMethodSettings } from "../tables.server.ts";
import { SILENCE_WARNED_AFTER_MS } from "./constants.ts";
import { secretsOf } from "./method-secrets.server.ts";
import { hasTestKeys } from "./payment-method.ts";

/** What an owner should know of a provider at once, on whichever page. */
export type ProviderWarning = { name: ProviderName; kind: "silent"; since: Date } | { name: ProviderName; kind: "test keys" };

/**
 * The providers that have not answered for ten minutes, while they are on or payments are open there,
 * and those with test keys in a public shop, where everybody would get IDs for nothing. [S10.11]
 */
export async function readProviderWarnings(services: Pick<Services, "db" | "vault" | "now" | "isPublic">): Promise<ProviderWarning[]> {
  const { name, isOn, settings, secrets, silentSince } = paymentMethodSettings;
  const hasOpen = sql`exists (select from payment_attempts a where a.provider = ${name} and a.state in ('opening', 'open'))`;
  const longAgo = new Date(services.now().getTime() - SILENCE_WARNED_AFTER_MS);
  const rows = await services.db
    .select({ name: sql<ProviderName>`${name}`, isOn, settings, secrets, silentSince })
    .from(paymentMethodSettings)
    .where(and(inArray(name, [...providerNames]), or(eq(isOn, true), and(lte(silentSince, longAgo), hasOpen))))
    .orderBy(name);
  return rows.flatMap((row): ProviderWarning[] => {
    const isTest = row.isOn && services.isPublic && hasTestKeys(row.name, row.settings, secretsOf(services, row));
    const isSilent = row.silentSince !== null && row.silentSince <= longAgo;
    return [
      ...(isTest ? [{ name: row.name, kind: "test keys" } as const] : []),
      ...(isSilent && row.silentSince ? [{ name: row.name, kind: "silent", since: row.silentSince } as const] : []),
    ];
  });
}
