import { z } from "zod";
import { isShopPicture } from "#shop/pictures/uploaded-image.ts";
import { withoutSeparators } from "../canonical-text.ts";
import { LINK_MAX_LENGTH, ORDER_MESSAGE_MAX_LENGTH } from "../constants.ts";
import { digitsOf } from "../digits.ts";
import { type Confirmation, confirmationFields, optionalEmail, optionalText, ticked } from "../form-fields.ts";
import { bareAmount } from "../money.ts";
import { languageCode, translationsField } from "../translations-form.ts";
import { webLink } from "../web-link.ts";
import { GST_RATE_MAX, LIMIT_MAX, SINCE_YEAR_MIN } from "./constants.ts";
import { isGstin } from "./gstin.ts";
import { withChosenLimits } from "./limits-choice.ts";
import { isColour } from "./look/accent.ts";
import { readLandingSections } from "./look/landing-sections.ts";
import { askedKinds, QUESTION_PRESETS_MAX } from "./question-presets.ts";
import { REJECTION_REASON_MAX_LENGTH, REJECTION_REASONS_MAX } from "./rejection-reasons.ts";
import type { SettingsSection } from "./setting-kinds.ts";
import { each, type SettingName, settings } from "./settings-list.ts";
import { settingsOfSection, textsOfSection } from "./settings-sections.ts";
import { readTestimonials, TESTIMONIALS_MAX_LENGTH, testimonialKinds } from "./testimonials.ts";
import { timeZones } from "./time-zones.ts";

/**
 * An http or https URL in full; a missing protocol becomes https. Null if empty, which hides it.
 * [S1.8]
 */
const link = optionalText(LINK_MAX_LENGTH)
  .refine((text) => text === null || webLink(text) !== null, "linkInvalid")
  .transform((text) => text && webLink(text));

const year = z
  .union([z.number(), z.string()], "sinceYearInvalid")
  .transform((value) => (typeof value === "number" ? value : digitsOf(value, 4)))
  .pipe(z.int("sinceYearInvalid").min(SINCE_YEAR_MIN, "sinceYearInvalid"));

/** A whole number as people write it, such as `₹2,000`; anything else is not a number. */
function wholeNumber(written: string | number): number {
  const text = bareAmount(String(written));
  return /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
}

/** A limit; if missing, it stays unchanged. */
const limit = z
  .union([z.number(), z.string()], "limitInvalid")
  .transform(wholeNumber)
  .pipe(z.int("limitInvalid").min(0, "limitInvalid").max(LIMIT_MAX, "limitInvalid"))
  .optional();

/** A number of days; empty means 0, never. If missing, it stays unchanged. */
const days = z
  .union([z.number(), z.string()], "limitInvalid")
  .transform((value) => (typeof value === "string" && value.trim() === "" ? 0 : wholeNumber(value)))
  .pipe(z.int("limitInvalid").min(0, "limitInvalid").max(LIMIT_MAX, "limitInvalid"))
  .optional();

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
/** A name on receipts or pages, which has one line. */
const line = z.string().overwrite((text) => text.replace(/[\r\n]+/g, " ").trim());

const lines = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => text.replace(/\r\n?/g, "\n").trim());

/**
 * A GSTIN in any case and with spaces; empty means none. If missing, it stays unchanged. [S10.15]
 */
const gstin = z
  .string()
  .nullable()
  .transform((text) => withoutSeparators(text ?? "").toUpperCase() || null)
  .refine((text) => text === null || isGstin(text), "gstinInvalid")
  .optional();

/** An HSN or SAC code: 4 to 8 digits, or empty. If missing, it stays unchanged. */
const hsnCode = z
  .string()
  .transform(withoutSeparators)
  .refine((text) => /^(\d{4,8})?$/.test(text), "hsnCodeInvalid")
  .optional();

/** A rate in hundredths of a percent. If missing, it stays unchanged. */
const gstRate = z
  .union([z.number(), z.string()], "gstRateInvalid")
  .transform((value) => (typeof value === "number" ? value : digitsOf(value, 5)))
  .pipe(z.int("gstRateInvalid").min(0, "gstRateInvalid").max(GST_RATE_MAX, "gstRateInvalid"))
  .optional();

/**
 * Name, blurb and payment instructions in other languages; if missing, they stay unchanged. [S11.2]
 */
const translations = translationsField({
  name: z.string().trim().max(settings.name.max).optional(),
  blurb: lines(settings.blurb.max).optional(),
  howToPay: lines(settings.howToPay.max).optional(),
});

/** A text by language; empty ones are left out. */
const byLanguage = (text: z.ZodType<string>) =>
  z.record(languageCode, text).transform((texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")));

const reason = byLanguage(z.string().max(REJECTION_REASON_MAX_LENGTH).transform(oneLine));

/**
 * The reasons in the order offered; none means the standard ones. If missing, they stay unchanged.
 * [S5.6]
 */
const rejectionReasons = z
  .array(reason)
  .transform((reasons) => reasons.filter((texts) => Object.keys(texts).length > 0))
  .refine((reasons) => reasons.length <= REJECTION_REASONS_MAX, "tooManyReasons")
  .transform((reasons) => (reasons.length === 0 ? null : reasons))
  .nullable()
  .optional();

/** A question with what it asks for. Forms send a line break as two characters; it counts as one. */
const preset = z.object({
  asks: z.enum(askedKinds),
  text: byLanguage(
    z
      .string()
      .transform((text) => text.replace(/\r\n?/g, "\n").trim())
      .pipe(z.string().max(ORDER_MESSAGE_MAX_LENGTH)),
  ),
});

/**
 * The questions in the order offered; none means the standard ones. If missing, they stay unchanged.
 * [S14.9]
 */
const questionPresets = z
  .array(preset)
  .transform((presets) => presets.filter(({ text }) => Object.keys(text).length > 0))
  .refine((presets) => presets.length <= QUESTION_PRESETS_MAX, "tooManyPresets")
  .transform((presets) => (presets.length === 0 ? null : presets))
  .nullable()
  .optional();

/** The path of an uploaded picture; empty means none. If missing, it stays unchanged. [S12.12] */
const picture = z
  .string()
  .nullable()
  .transform((path) => path || null)
  .refine((path) => path === null || isShopPicture(path), "imageUrlInvalid")
  .optional();

/** A colour in any case; empty means the shop's own. If missing, it stays unchanged. [S12.12] */
const colour = z
  .string()
  .nullable()
  .transform((text) => text?.trim().toLowerCase() || null)
  .refine((text) => text === null || isColour(text), "colourInvalid")
  .optional();

/** Each section of the landing page once, as a list or with commas between. [S12.12] */
const landingSections = z
  .union([z.string(), z.array(z.string())], "landingSectionsInvalid")
  .transform((sections) => String(sections))
  .refine((sections) => readLandingSections(sections) !== null, "landingSectionsInvalid")
  .optional();

const fields = {
  ...each(["limit", "hours"], () => limit),
  ...each(["days"], () => days),
  ...each(["tick"], () => ticked),
  // A program of 1.0.0 does not know it; the page's form says so where it is not ticked.
  alertsDeliver: ticked.optional(),
  ...each(["email"], () => optionalEmail),
  ...each(["link"], () => link),
  ...each(["language"], () => languageCode.optional()),
  ...each(["picture"], () => picture),
  ...each(["colour"], () => colour),
  ...each(["landingSections"], () => landingSections),
  name: line.min(1, "nameRequired").max(settings.name.max),
  blurb: lines(settings.blurb.max),
  sinceYear: year,
  adminCurrency: z.enum(["₹", "$"]),
  howToPay: lines(settings.howToPay.max),
  timeZone: z.string().refine((name) => timeZones().includes(name), "timeZoneInvalid"),
  translations,
  grievanceName: line.max(settings.grievanceName.max).optional(),
  grievanceContact: line.max(settings.grievanceContact.max).optional(),
  sellerName: line.max(settings.sellerName.max).optional(),
  sellerAddress: lines(settings.sellerAddress.max).optional(),
  gstin,
  hsnCode,
  gstRate,
  testimonialsShown: z.enum(testimonialKinds).optional(),
  testimonials: lines(TESTIMONIALS_MAX_LENGTH)
    .transform((text) => text.replaceAll(/(?<! ) +$/gm, ""))
    .refine((text) => readTestimonials(text) !== null, "testimonialsInvalid")
    .optional(),
  rejectionReasons,
  questionPresets,
} satisfies Record<SettingName, z.ZodType>;

/** A tax invoice needs the seller's address, and own testimonials need words. */
const address = { error: "sellerAddressNeeded", path: ["sellerAddress"] };
const hasAddress = (form: Partial<SettingsForm>) => !form.gstin || form.sellerAddress !== "";
const words = { error: "testimonialsInvalid", path: ["testimonials"] };
const hasWords = (form: Partial<SettingsForm>) => form.testimonialsShown !== "own" || Boolean(form.testimonials);

/**
 * All settings as one form; limits and languages may be missing. [S1.3] [S1.4] [S1.5] [S1.8] [S9.3]
 */
export const SettingsForm = z.object(fields).refine(hasAddress, address).refine(hasWords, words);
export type SettingsForm = z.output<z.ZodObject<typeof fields>>;

/** The settings of one section; `seen` is the print of those that its form showed. */
export type SectionForm = Partial<SettingsForm> & { seen?: string | undefined } & Confirmation;

/** The form of one section. Its texts come with the language they are in. [S1.8] [S11.2] */
export function sectionForm(section: SettingsSection): z.ZodType<SectionForm> {
  const { textLanguage, translations } = fields;
  const asPosted = {
    ...fields,
    rejectionReasons: z.preprocess(numbered, fields.rejectionReasons),
    questionPresets: z.preprocess(numberedPresets, fields.questionPresets),
  };
  const own: z.ZodRawShape = Object.fromEntries(settingsOfSection(section).map((name) => [name, asPosted[name]]));
  const texts = textsOfSection(section).length > 0 && { textLanguage, translations };
  const form: z.ZodObject = z.object({ ...own, ...texts, seen: z.string().max(SEEN_MAX_LENGTH).optional(), ...confirmationFields });
  const whole = form.refine(hasAddress, address).refine(hasWords, words);
  return (section === "security" ? z.preprocess(withChosenLimits, whole) : whole) as unknown as z.ZodType<SectionForm>;
}

/** A list that a form posts as numbered fields: `rejectionReasons.0.en`. */
function numbered(posted: unknown): unknown {
  return typeof posted === "object" && posted !== null ? Object.values(posted) : posted;
}

/** The same of questions, each with its texts beside what it asks for: `questionPresets.0.asks`, `questionPresets.0.en`. */
function numberedPresets(posted: unknown): unknown {
  const presets = numbered(posted);
  if (!Array.isArray(presets)) return presets;
  return presets.map((preset: unknown) => {
    if (typeof preset !== "object" || preset === null) return preset;
    const { asks, ...text } = preset as Record<string, unknown>;
    return { asks, text };
  });
}

/** More than a print has. */
const SEEN_MAX_LENGTH = 100;
