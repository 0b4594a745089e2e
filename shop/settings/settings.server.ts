import type { Services } from "#platform/provides.ts";
import type { ShopSettings } from "./shop-settings.ts";
import { shopSettings } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "live">;

const kept = new WeakMap<Services["db"], Promise<ShopSettings>>();
const followed = new WeakSet<Services["db"]>();

/** The shop's settings, read once in a process and again after every change, whichever process made it. */
export function readSettings(services: Needs): Promise<ShopSettings> {
  const { db, live } = services;
  if (!followed.has(db)) {
    followed.add(db);
    live.follow("settings", () => kept.delete(db));
  }
  const known = kept.get(db);
  if (known) return known;

  const reading = load(db);
  kept.set(db, reading);
  reading.catch(() => kept.delete(db));
  return reading;
}

async function load(db: Services["db"]): Promise<ShopSettings> {
  const [row] = await db.select().from(shopSettings);
  if (!row) throw new Error("the row of settings is missing");

  return settingsOf(row);
}

/** The settings in their row. */
export function settingsOf({ onlyRow, updatedAt, ...settings }: typeof shopSettings.$inferSelect): ShopSettings {
  return { ...settings, changedAt: updatedAt };
}

/** Lets this process read them anew at once, also before the announcement is back. */
export function forgetSettings({ db }: Pick<Services, "db">): void {
  kept.delete(db);
}
