import { desc, inArray } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { pageSlugs } from "#shop/pages/page.ts";
import { requireRight } from "#shop/rights.ts";
import { type ProviderName, providerNames } from "../payment.ts";
import { paymentEvents, paymentMethodSettings } from "../tables.server.ts";
import { secretsOf } from "./method-secrets.server.ts";
import { hasTestKeys, lastFourOf, type MethodSettings, type MissingPart, missingParts } from "./payment-method.ts";

type Needs = Pick<Services, "db" | "vault" | "httpClient" | "isPublic" | "pages">;
type MethodRow = typeof paymentMethodSettings.$inferSelect;

/** A provider's method as admins see it. [S10.1] [S10.16] */
export type ShownMethod = {
  name: ProviderName;
  isOn: boolean;
  settings: MethodSettings;
  /** The last four characters of each secret that is stored. */
  secrets: Readonly<Record<string, string>>;
  missing: MissingPart[];
  /** Whether its keys are test keys, with which no money moves; null without keys. */
  isTest: boolean | null;
  /** Where the provider sends its events. */
  eventsPath: string;
  /** Since when its keys are as they are. */
  changedAt: Date;
  lastEvent: { kind: string; receivedAt: Date } | null;
  /** Since when the provider does not answer. [S10.11] */
  silentSince: Date | null;
  /**
   * Whether payments that began before the keys were replaced are still followed with those.
   * [S10.16]
   */
  hasEarlierKeys: boolean;
};

/**
 * The methods by a provider, with what each lacks. For admins, which the caller has checked.
 * [S10.1]
 */
export async function listProviderMethods(services: Needs, actor: Actor): Promise<ShownMethod[]> {
  requireRight(actor, "own-shop");
  const { provider, kind, receivedAt } = paymentEvents;
  const [rows, events, hasPages] = await Promise.all([
    services.db
      .select()
      .from(paymentMethodSettings)
      .where(inArray(paymentMethodSettings.name, [...providerNames])),
    services.db.selectDistinctOn([provider], { provider, kind, receivedAt }).from(paymentEvents).orderBy(provider, desc(receivedAt)),
    readHasPages(services),
  ]);
  return providerNames.flatMap((name) => {
    const row = rows.find((one) => one.name === name);
    const event = events.find((one) => one.provider === name);
    const lastEvent = event ? { kind: event.kind, receivedAt: event.receivedAt } : null;
    return row ? [{ ...shownMethod({ ...services, hasPages }, name, row), lastEvent }] : [];
  });
}

/** Whether each page of S10.14 is published, in one language at least. */
export async function readHasPages({ pages }: Pick<Services, "pages">): Promise<boolean> {
  const published = await pages.read();
  return pageSlugs.every((slug) => published.some((page) => page.slug === slug));
}

/** One method as admins see it, without its last event. */
export function shownMethod(
  services: Pick<Needs, "vault" | "httpClient" | "isPublic"> & { hasPages: boolean },
  name: ProviderName,
  row: MethodRow,
): ShownMethod {
  const { isOn, settings, silentSince, earlierKeys, updatedAt } = row;
  const secrets = secretsOf(services, row);
  const known = {
    name,
    settings,
    secrets: Object.keys(secrets),
    appUrl: services.httpClient.origin,
    isPublic: services.isPublic,
    hasPages: services.hasPages,
  };
  return {
    name,
    isOn,
    settings,
    changedAt: updatedAt,
    silentSince,
    hasEarlierKeys: earlierKeys !== null,
    lastEvent: null,
    missing: missingParts(known),
    secrets: Object.fromEntries(Object.entries(secrets).map(([part, secret]) => [part, lastFourOf(secret)])),
    isTest: hasTestKeys(name, settings, secrets),
    eventsPath: `/api/payments/${name}/events`,
  };
}
