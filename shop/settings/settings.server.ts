import { getTableColumns, sql } from "drizzle-orm";
import { type CachedValue, cacheValue } from "#platform/live/cached-value.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import type { ShopSettings } from "./shop-settings.ts";
import { shopSettings } from "./tables.server.ts";

/** A per-process cache of the settings. */
export type SettingsCache = CachedValue<ShopSettings>;

/** Creates the cache, which is invalidated whenever any process changes the settings. */
export function openSettings({ db, live }: Pick<Services, "db" | "live">): SettingsCache {
  return cacheValue(live, "settings", () => load(db));
}

/** Returns the shop's settings from the cache. */
export function readSettings({ settings }: Pick<Services, "settings">): Promise<ShopSettings> {
  return settings.read();
}

/** Returns all settings, for owners: the shop itself reads them with `readSettings`. */
export async function readAllSettings(services: Pick<Services, "settings">, actor: Actor): Promise<ShopSettings> {
  requireRight(actor, "own-shop");
  return readSettings(services);
}

async function load(db: Services["db"]): Promise<ShopSettings> {
  const [row] = await db.select(withMethods).from(shopSettings);
  if (!row) throw new Error("the row of settings is missing");

  return settingsOf(row);
}

const isOn = (method: "upi" | "razorpay" | "stripe") => sql<boolean>`exists (select from payment_methods where name = ${method} and is_on)`;

/**
 * The columns of the settings, and which payment methods with a page of their own are on. [S10.1]
 */
export const withMethods = {
  ...getTableColumns(shopSettings),
  takesUpi: isOn("upi"),
  takesRazorpay: isOn("razorpay"),
  takesStripe: isOn("stripe"),
};

/** Converts the database row to settings. */
export function settingsOf({
  onlyRow,
  updatedAt,
  ...settings
}: typeof shopSettings.$inferSelect & Pick<ShopSettings, "takesUpi" | "takesRazorpay" | "takesStripe">): ShopSettings {
  return { ...settings, changedAt: updatedAt };
}

/** Invalidates this process's cache at once, without waiting for the announcement. */
export function forgetSettings({ settings }: Pick<Services, "settings">): void {
  settings.forget();
}
