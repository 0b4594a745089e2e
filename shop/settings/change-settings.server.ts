import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { isSameTranslations, translationsAfter } from "../translations.ts";
import { keepsAMethod } from "./keeps-a-method.server.ts";
import { forgetSettings, settingsOf, withMethods } from "./settings.server.ts";
import type { SettingsForm } from "./settings-form.ts";
import { yearOf } from "./shop-clock.ts";
import { shopClockOf } from "./shop-clock-of.server.ts";
import { type ShopSettings, settingsTexts } from "./shop-settings.ts";
import { shopSettings } from "./tables.server.ts";

type Changed = Result<ShopSettings, "adminsOnly" | "sinceYearInvalid" | "paymentMethodNeeded" | "settingsChangedMeanwhile">;

/**
 * Changes all of the shop's settings. The audit log records which fields changed, not their values;
 * nothing if nothing changed. Refuses `sinceYearInvalid` for a future year, `paymentMethodNeeded` if
 * no payment method of any kind were left, and `settingsChangedMeanwhile` if they changed since
 * `seenAt`; without `seenAt` the last admin to save wins. [S1.3] [S1.4] [S1.8]
 */
export async function changeSettings(
  services: Pick<Services, "db" | "settings" | "now">,
  actor: Actor,
  form: SettingsForm,
  seenAt: Date | null = null,
): Promise<Changed> {
  if (actor.kind !== "admin") return refused("adminsOnly");
  const now = services.now();
  if (form.sinceYear > yearOf(now, shopClockOf(form.timeZone, now))) return about(refused("sinceYearInvalid"), "sinceYear");

  const settings = await inTransaction(services.db, async (tx): Promise<Changed> => {
    const { takesRequest, takesAmazon } = form;
    if (!(await keepsAMethod(tx, { takesRequest, takesAmazon }))) return about(refused("paymentMethodNeeded"), "takesRequest");
    const [row] = await tx.select(withMethods).from(shopSettings).for("update");
    if (!row) throw new Error("the row of settings is missing");
    const before = settingsOf(row);
    const languages = languagesAfter(row, form);
    const changed = changedFields(before, { ...form, ...languages });
    if (changed.length === 0) return ok(before);
    if (seenAt && seenAt.getTime() !== row.updatedAt.getTime()) return refused("settingsChangedMeanwhile");

    const [written] = await tx
      .update(shopSettings)
      .set({ ...form, ...languages, updatedAt: now })
      .returning();
    const subject = { kind: "settings", id: "settings", name: form.name } as const;
    await recordAction(tx, actor, { action: "settings-changed", subject, facts: { fields: changed.join(", ") } }, now);
    await announce(tx, "settings");
    return ok(settingsOf({ ...row, ...written }));
  });
  forgetSettings(services);
  return settings;
}

/** The language of the texts after a change, and their translations. [S11.2] */
function languagesAfter(row: typeof shopSettings.$inferSelect, form: SettingsForm): Pick<ShopSettings, "textLanguage" | "translations"> {
  const edit = { language: form.textLanguage, translations: form.translations };
  const { language, translations } = translationsAfter({ ...row, language: row.textLanguage }, edit, settingsTexts);
  return { textLanguage: language, translations };
}

/**
 * The form's fields that differ from the current settings; fields missing in the form do not
 * change.
 */
function changedFields(before: ShopSettings, form: SettingsForm): string[] {
  return Object.entries(form).flatMap(([name, value]) =>
    value === undefined || isSame(before[name as keyof SettingsForm], value) ? [] : [name],
  );
}

/** Objects are translations; their order does not matter. */
function isSame(before: ShopSettings[keyof SettingsForm], after: SettingsForm[keyof SettingsForm]): boolean {
  return typeof before === "object" && typeof after === "object" && before && after ? isSameTranslations(before, after) : before === after;
}
