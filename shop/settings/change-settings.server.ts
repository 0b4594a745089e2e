import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import { yearOf } from "#shop/shop-clock.ts";
import { forgetSettings, settingsOf } from "./settings.server.ts";
import type { SettingsForm } from "./settings-form.ts";
import { shopClockOf } from "./shop-clock-of.server.ts";
import type { ShopSettings } from "./shop-settings.ts";
import { shopSettings } from "./tables.server.ts";

type Changed = Result<ShopSettings, "adminsOnly" | "sinceYearInvalid" | "settingsChangedMeanwhile">;

/**
 * Changes the shop's settings, all of them at once. The audit keeps the names of what changed, not what it became; a form that changes nothing leaves no trace.
 * Refuses `sinceYearInvalid` for a year to come, and `settingsChangedMeanwhile` when they are not any more as they were at `seenAt`; without it the
 * later of two admins wins, whole. [S1.3] [S1.8]
 */
export async function changeSettings(
  services: Pick<Services, "db" | "now">,
  asker: Asker,
  form: SettingsForm,
  seenAt: Date | null = null,
): Promise<Changed> {
  if (asker.kind !== "admin") return refused("adminsOnly");
  const now = services.now();
  if (form.sinceYear > yearOf(now, shopClockOf(form.timeZone, now))) return about(refused("sinceYearInvalid"), "sinceYear");

  const settings = await services.db.transaction(async (tx): Promise<Changed> => {
    const [row] = await tx.select().from(shopSettings).for("update");
    if (!row) throw new Error("the row of settings is missing");
    const changed = changedFields(settingsOf(row), form);
    if (changed.length === 0) return granted(settingsOf(row));
    if (seenAt && seenAt.getTime() !== row.updatedAt.getTime()) return refused("settingsChangedMeanwhile");

    const [written] = await tx
      .update(shopSettings)
      .set({ ...form, updatedAt: now })
      .returning();
    const subject = { kind: "settings", id: "settings", name: form.name } as const;
    await noteDeed(tx, asker, { deed: "settings-changed", subject, facts: { fields: changed.join(", ") } }, now);
    await announce(tx, "settings");
    return granted(settingsOf(written ?? row));
  });
  forgetSettings(services);
  return settings;
}

/** Which fields of a form differ from what is set; what is not in it stays. */
function changedFields(before: ShopSettings, form: SettingsForm): string[] {
  return Object.entries(form).flatMap(([name, value]) =>
    value === undefined || before[name as keyof SettingsForm] === value ? [] : [name],
  );
}
