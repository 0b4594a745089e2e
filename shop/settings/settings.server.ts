import { getTableColumns, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { ShopSettings } from "./shop-settings.ts";
import { shopSettings } from "./tables.server.ts";

/** A per-process cache of the settings, invalidated whenever any process changes them. */
export type SettingsCache = {
  read(): Promise<ShopSettings>;
  /** Makes the next read query the database. */
  forget(): void;
};

/** Creates the cache and subscribes it to changes. */
export function openSettings({ db, live }: Pick<Services, "db" | "live">): SettingsCache {
  let cached: Promise<ShopSettings> | null = null;
  const forget = () => {
    cached = null;
  };
  live.follow("settings", forget);

  function read(): Promise<ShopSettings> {
    if (cached) return cached;
    const reading = load(db);
    cached = reading;
    reading.catch(() => {
      if (cached === reading) forget();
    });
    return reading;
  }
  return { read, forget };
}

/** Returns the shop's settings from the cache. */
export function readSettings({ settings }: Pick<Services, "settings">): Promise<ShopSettings> {
  return settings.read();
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
