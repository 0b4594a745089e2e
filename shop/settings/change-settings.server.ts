import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import type { GuardedChange } from "#shop/emails/guarded-change.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { about, ok, type Result, refused, together } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { isSameTranslations, translationsAfter } from "../translations.ts";
import { guardedChange, isChange, recordGuarded, refuseUnshown } from "./guarded-values.server.ts";
import { keepsAMethod } from "./keeps-a-method.server.ts";
import { lookPictures } from "./look/look-pictures.ts";
import { settingsTexts } from "./setting-kinds.ts";
import { forgetSettings, settingsOf, withMethods } from "./settings.server.ts";
import type { SettingsForm } from "./settings-form.ts";
import { settingNames } from "./settings-list.ts";
import { yearOf } from "./shop-clock.ts";
import { shopClockOf } from "./shop-clock-of.server.ts";
import type { ShopSettings } from "./shop-settings.ts";
import { shopSettings } from "./tables.server.ts";

/** The settings after a change, or why they were not changed. */
export type Changed = Result<
  ShopSettings,
  "rightMissing" | "sinceYearInvalid" | "paymentMethodNeeded" | "settingsChangedMeanwhile" | "currentPasswordNeeded" | "imageNotItsOwn"
>;

type Needs = QueueNeeds & Pick<Services, "db" | "settings">;

/**
 * Changes all of the shop's settings. The audit log records which fields changed, not their values;
 * nothing if nothing changed. Refuses `sinceYearInvalid` for a future year, `paymentMethodNeeded`
 * if no payment method of any kind were left, `imageNotItsOwn` for the path of a picture that is not
 * the one there is, and another text of how to pay without the own
 * password (`currentPasswordNeeded`). The last admin to save wins. [S1.3] [S1.4] [S1.8]
 */
export async function changeSettings(services: Needs, actor: Actor, form: SettingsForm): Promise<Changed> {
  return changeSome(services, actor, form, {
    after: (before) => ({ ...form, ...languagesAfter(before, form) }),
    isSeen: () => true,
    stored: [],
  });
}

/**
 * Changes the settings of `form` as `after` says from those of before. Refuses
 * `settingsChangedMeanwhile` if `isSeen` says that they are not those that the admin saw. `stored` are
 * the paths of pictures that were just uploaded.
 */
export async function changeSome(
  services: Needs,
  actor: Actor,
  form: Partial<SettingsForm>,
  {
    after,
    isSeen,
    stored,
  }: { after: (before: ShopSettings) => Partial<SettingsForm>; isSeen: (before: ShopSettings) => boolean; stored: readonly string[] },
): Promise<Changed> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  const now = services.now();

  const settings = await inTransaction(services.db, async (tx): Promise<Changed> => {
    const wrong = together(
      isOfYearsToCome(form, now) ? about(refused("sinceYearInvalid"), "sinceYear") : null,
      (await keepsAMethod(tx, methodsIn(form))) ? null : about(refused("paymentMethodNeeded"), "takesRequest"),
    );
    if (wrong) return wrong;
    const [row] = await tx.select(withMethods).from(shopSettings).for("update");
    if (!row) throw new Error("the row of settings is missing");
    const before = settingsOf(row);
    const change = after(before);
    const changed = changedFields(before, change);
    if (changed.length === 0) return ok(before);
    if (!isSeen(before)) return refused("settingsChangedMeanwhile");
    const foreign = lookPictures.find((name) => !mayTake(change[name], [before[name], ...stored]));
    if (foreign) return about(refused("imageNotItsOwn"), foreign);
    const guarded = howToPayChanges(before, { ...before, ...change });
    const unshown = refuseUnshown(actor, guarded);
    if (unshown) return unshown;

    const [written] = await tx
      .update(shopSettings)
      .set({ ...change, updatedAt: now })
      .returning();
    const subject = { kind: "settings", id: "settings", name: form.name ?? before.name } as const;
    await recordAction(tx, actor, { action: "settings-changed", subject, facts: { fields: changed.join(", ") } }, now);
    await recordGuarded(services, tx, actor, guarded);
    await announce(tx, "settings");
    return ok(settingsOf({ ...row, ...written }));
  });
  forgetSettings(services);
  return settings;
}

/** A picture belongs to one place: another's, or one that is gone, is refused. */
function mayTake(path: string | null | undefined, known: readonly (string | null)[]): boolean {
  return path === null || path === undefined || known.includes(path);
}

type HowToPay = Pick<ShopSettings, "howToPay" | "textLanguage" | "translations">;

/** The languages in which the text of how to pay differs. */
function howToPayChanges(before: HowToPay, after: HowToPay): GuardedChange[] {
  const [earlier, later] = [howToPayIn(before), howToPayIn(after)];
  const languages = new Set([...earlier.keys(), ...later.keys()]);
  return [...languages].map((one) => guardedChange("howToPay", earlier.get(one), later.get(one), one)).filter(isChange);
}

function howToPayIn({ howToPay, textLanguage, translations }: HowToPay): Map<string, string | undefined> {
  return new Map([
    ...Object.entries(translations).map(([language, texts]) => [language, texts.howToPay] as const),
    [textLanguage, howToPay],
  ]);
}

function isOfYearsToCome({ sinceYear, timeZone }: Partial<SettingsForm>, now: Date): boolean {
  return sinceYear !== undefined && timeZone !== undefined && sinceYear > yearOf(now, shopClockOf(timeZone, now));
}

function methodsIn({ takesRequest, takesAmazon }: Partial<SettingsForm>) {
  return { ...(takesRequest !== undefined && { takesRequest }), ...(takesAmazon !== undefined && { takesAmazon }) };
}

/** The language of the texts after a change, and their translations. [S11.2] */
function languagesAfter(before: ShopSettings, form: SettingsForm): Pick<ShopSettings, "textLanguage" | "translations"> {
  const edit = { language: form.textLanguage, translations: form.translations };
  const { language, translations } = translationsAfter({ ...before, language: before.textLanguage }, edit, settingsTexts);
  return { textLanguage: language, translations };
}

/**
 * The form's fields that differ from the current settings; fields missing in the form do not
 * change.
 */
function changedFields(before: ShopSettings, form: Partial<SettingsForm>): string[] {
  return settingNames.filter((name) => form[name] !== undefined && !isSame(before[name], form[name]));
}

/** Objects are translations, or a list of them; the order of their languages does not matter. */
function isSame(before: ShopSettings[keyof SettingsForm], after: SettingsForm[keyof SettingsForm]): boolean {
  return typeof before === "object" && typeof after === "object" && before && after ? isSameTranslations(before, after) : before === after;
}
