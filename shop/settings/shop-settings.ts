import { type ShownText, type Translations, textIn, withoutEmpty } from "../translations.ts";
import { type SettingsText, settingsTexts } from "./setting-kinds.ts";
import { publicNames, type SettingValues } from "./settings-list.ts";

/**
 * The owner's settings, which payment methods with a page of their own are on, and when the
 * settings last changed; open pages reload them when that differs. [S1.3] [S1.8] [S10.1]
 */
export type ShopSettings = SettingValues & { takesUpi: boolean; takesRazorpay: boolean; takesStripe: boolean; changedAt: Date };

const shownNames = [...publicNames, "takesUpi", "takesRazorpay", "takesStripe", "changedAt"] as const satisfies (keyof ShopSettings)[];

/** The settings that every visitor may see. */
type PublicNames = Pick<ShopSettings, (typeof shownNames)[number]>;

/** The same with the languages of their texts, as programs read them. [S11.2] */
type PublicSettings = PublicNames & { textLanguage: string; translations: Translations<"name" | "blurb"> };

/**
 * The same in a page's language; `lang` names a text's language if that is not the page's. [S11.2]
 */
export type ShownSettings = PublicNames & { nameLang?: string; blurbLang?: string };

/**
 * Picks the public settings; the owner's email address and the payment instructions, for example,
 * are not among them.
 */
export function publicSettings(settings: ShopSettings): PublicSettings {
  const { textLanguage, translations } = settings;
  const others = Object.entries(translations).map(([language, { name, blurb }]) => [language, { name, blurb }] as const);
  return { ...publicOnes(settings), textLanguage, translations: withoutEmpty(Object.fromEntries(others)) };
}

/** Picks the public settings for a page in this language. [S11.2] */
export function shownSettings(settings: ShopSettings, language: string): ShownSettings {
  const [name, blurb] = [settingIn(settings, "name", language), settingIn(settings, "blurb", language)];
  return {
    ...publicOnes(settings),
    name: name.text,
    blurb: blurb.text,
    ...(name.lang && { nameLang: name.lang }),
    ...(blurb.lang && { blurbLang: blurb.lang }),
  };
}

/** A text of the owner's settings for a reader of this language. [S11.2] */
export function settingIn(settings: SettingsTexts, field: SettingsText, language: string): ShownText {
  const { name, blurb, howToPay, textLanguage, translations } = settings;
  return textIn({ name, blurb, howToPay, language: textLanguage, translations }, field, language);
}

/** The settings with the owner's texts for a reader of this language. [S11.2] */
export function settingsIn(settings: ShopSettings, language: string): ShopSettings {
  const texts = settingsTexts.map((field) => [field, settingIn(settings, field, language).text]);
  return { ...settings, ...Object.fromEntries(texts) };
}

/** What `settingIn` needs. */
type SettingsTexts = Pick<ShopSettings, SettingsText | "textLanguage" | "translations">;

function publicOnes(settings: ShopSettings): PublicNames {
  return Object.fromEntries(shownNames.map((name) => [name, settings[name]])) as PublicNames;
}
