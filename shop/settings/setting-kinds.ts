import type { KeyIn } from "#messages/texts.ts";
import type { Translations } from "../translations.ts";
import type { QuestionPreset } from "./question-presets.ts";
import type { RejectionReason } from "./rejection-reasons.ts";
import type { TestimonialKind } from "./testimonials.ts";

/** The settings' texts that may be in several languages. [S11.2] */
export const settingsTexts = ["name", "blurb", "howToPay"] as const;
export type SettingsText = (typeof settingsTexts)[number];

/** The sections with a page in the settings, in the order shown. [S1.8] */
export const shownSections = [
  "shop",
  "look",
  "orders",
  "questions",
  "payments",
  "receipts",
  "emails",
  "notifications",
  "landing-page",
  "security",
  "data",
] as const;
export type ShownSection = (typeof shownSections)[number];

/**
 * All sections: each has settings of its own, which change together. The last ones are on the pages
 * of payment methods. [S1.4] [S1.5] [S1.8]
 */
export const sectionNames = [...shownSections, "how-to-pay", "method-switches", "bank-alerts"] as const;
export type SettingsSection = (typeof sectionNames)[number];

/** What a setting of each kind holds. Its limits are those of `settings-form.ts`. */
type Values = {
  /** One line. */
  line: string;
  /** Several lines; may be empty. */
  lines: string;
  /** How much is allowed; 0 means no limit. */
  limit: number;
  hours: number;
  /** Days until something is erased; 0 means never. */
  days: number;
  year: number;
  /** In hundredths of a percent: 1800 is 18 %. */
  rate: number;
  tick: boolean;
  /** Null is shown nowhere. */
  email: string | null;
  /** http or https; null is shown nowhere. */
  link: string | null;
  gstin: string | null;
  /** The path of an uploaded picture; null is none. */
  picture: string | null;
  /** Such as `#1f3fa8`; null is the shop's own. */
  colour: string | null;
  /** The names of the landing page's sections, with commas between them. */
  landingSections: string;
  hsnCode: string;
  currency: "₹" | "$";
  /** An IANA name such as `Asia/Kolkata`. */
  timeZone: string;
  /** A code such as `en`. */
  language: string;
  translations: Translations<SettingsText>;
  testimonialKind: TestimonialKind;
  /** A line each: words, name and place. */
  testimonials: string;
  /** Null means the standard ones. */
  reasons: RejectionReason[] | null;
  /** Null means the standard ones. */
  presets: QuestionPreset[] | null;
};
export type SettingKind = keyof Values;
export type ValueOf<K extends SettingKind> = Values[K];

/** Whole numbers that the page shows as plain fields, with a label and perhaps a hint. */
export const plainNumbers = ["limit", "hours", "days"] as const;
type PlainNumber = (typeof plainNumbers)[number];

/** All that the shop knows of one setting of this kind. */
type SettingOf<K extends SettingKind> = {
  kind: K;
  /** None for the languages of the texts, which go with every section that has texts. */
  section: SettingsSection | null;
  /** A new shop's value, as in the column's default. */
  default: ValueOf<K>;
  /** The most characters of a text. */
  max?: number;
  /** Every visitor may read it; without it only admins. */
  isPublic?: true;
  /** Its meaning, in the documents of the export and the API. */
  means: string;
} & (K extends PlainNumber ? { label: KeyIn<"adminSettings">; hint?: KeyIn<"adminSettings"> } : object);

export type Setting = { [K in SettingKind]: SettingOf<K> }[SettingKind];
