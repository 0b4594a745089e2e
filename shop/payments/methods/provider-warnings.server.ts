import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import { type ProviderName, providerNames } from "../payment.ts";
import { paymentMethodSettings } from "../tables.server.ts";
import { SILENCE_WARNED_AFTER_MS } from "./constants.ts";
import { secretsOf } from "./method-secrets.server.ts";
import { hasTestKeys } from "./payment-method.ts";

/** What an owner should know of a provider at once, on whichever page. */
export type ProviderWarning = { name: ProviderName; kind: "silent"; since: Date } | { name: ProviderName; kind: "test keys" };

/**
 * The providers that have not answered for ten minutes, while they are on or payments are open
 * there, and those with test keys in a public shop, where everybody would get IDs for nothing.
 * For owners. [S10.11]
 */
export async function readProviderWarnings(
  services: Pick<Services, "vault" | "now" | "isPublic"> & { db: Reading },
  actor: Actor,
): Promise<ProviderWarning[]> {
  requireRight(actor, "own-shop");
  const longAgo = new Date(services.now().getTime() - SILENCE_WARNED_AFTER_MS);
  const rows = await services.db.prepared("provider-warnings", warnedOf).execute({ longAgo: longAgo.toISOString() });
  return rows.flatMap((row): ProviderWarning[] => {
    const isTest = row.isOn && services.isPublic && hasTestKeys(row.name, row.settings, secretsOf(services, row));
    const isSilent = row.silentSince !== null && row.silentSince <= longAgo;
    return [
      ...(isTest ? [{ name: row.name, kind: "test keys" } as const] : []),
      ...(isSilent && row.silentSince ? [{ name: row.name, kind: "silent", since: row.silentSince } as const] : []),
    ];
  });
}

function warnedOf(db: NodePgDatabase) {
  const { name, isOn, settings, secrets, silentSince } = paymentMethodSettings;
  const hasOpen = sql`exists (select from payment_attempts a where a.provider = ${name} and a.state in ('opening', 'open'))`;
  const isLong = sql`${silentSince} <= ${sql.placeholder("longAgo")}::timestamptz`;
  return db
    .select({ name: sql<ProviderName>`${name}`, isOn, settings, secrets, silentSince })
    .from(paymentMethodSettings)
    .where(and(inArray(name, [...providerNames]), or(eq(isOn, true), and(isLong, hasOpen))))
    .orderBy(name);
}
