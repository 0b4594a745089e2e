import { type ShownText, type Translations, textIn, withoutEmpty } from "../translations.ts";
import type { RejectionReason } from "./rejection-reasons.ts";
import type { TestimonialKind } from "./testimonials.ts";

/** The settings' texts that may be in several languages. [S11.2] */
export const settingsTexts = ["name", "blurb", "howToPay"] as const;
export type SettingsText = (typeof settingsTexts)[number];

/** The owner's settings. Addresses and links that are null are not shown. [S1.3] [S1.8] */
export type ShopSettings = {
  name: string;
  blurb: string;
  sinceYear: number;
  supportEmail: string | null;
  chatUrl: string | null;
  messagingUrl: string | null;
  idCheckerUrl: string | null;
  /** The currency sign of amounts in the admin area. [S9.3] */
  adminCurrency: "₹" | "$";
  /** The payment methods that buyers may choose; at least one. [S1.4] [S1.5] */
  takesRequest: boolean;
  takesAmazon: boolean;
  /** Whether buyers may choose UPI, which has a page of its own in the admin area. [S10.1] */
  takesUpi: boolean;
  /** Whether buyers may choose a provider's page; each is set up with its own keys. [S10.1] */
  takesRazorpay: boolean;
  takesStripe: boolean;
  /** Payment instructions for an approved `Request First` order; may be empty. */
  howToPay: string;
  /** An IANA name such as `Asia/Kolkata`, for showing times and starting days. */
  timeZone: string;
  /** The code of the language for visitors and emails that ask for none, such as `en`. [S11.1] */
  language: string;
  /** The seller on receipts; empty means the shop's name. [S10.15] */
  sellerName: string;
  /** Several lines; may be empty. */
  sellerAddress: string;
  /** With a GSTIN, receipts are tax invoices; null means none. */
  gstin: string | null;
  /** The HSN or SAC code of what is sold; may be empty. */
  hsnCode: string;
  /** The GST that prices include, in hundredths of a percent: 1800 is 18 %. */
  gstRate: number;
  /**
   * The language of name, blurb and payment instructions: the shop's own, if there is a name in it.
   * [S11.2]
   */
  textLanguage: string;
  /** These texts in other languages. [S11.2] */
  translations: Translations<SettingsText>;
  /** What the landing page quotes, and the owner's own testimonials, a line each. [S12.7] */
  testimonialsShown: TestimonialKind;
  testimonials: string;
  /** The reasons offered when an order is rejected; null means the standard ones. [S5.6] */
  rejectionReasons: RejectionReason[] | null;
  /** Whether the approval email contains the IDs themselves. */
  mailsIds: boolean;
  /** Whether the owner gets an email for each new order. */
  mailsNewOrders: boolean;
  /** Where the owner's emails are sent; null means every enabled admin. */
  ownerEmail: string | null;
  /**
   * Pending orders and reserved IDs allowed per guest or customer; 0 means no limit, here and in
   * all numbers below.
   */
  pendingOrdersMax: number;
  heldIdsMax: number;
  /** The same per IP address, which many buyers may share. */
  addressOrdersMax: number;
  addressIdsMax: number;
  /**
   * Hours until a guest's unpaid `Request First` order that is still pending expires; 0 means
   * never.
   */
  guestOrderHours: number;
  /** Attempts per address and minute; for reset links per 15 minutes, for messages per 10. */
  lookUpsMax: number;
  ordersMax: number;
  /** Wrong passwords per account and address. */
  signInsMax: number;
  signUpsMax: number;
  resetsMax: number;
  contactMessagesMax: number;
  uploadsMax: number;
  /** Live connections of order pages allowed at a time per address. */
  eventStreamsMax: number;
  /**
   * Days after an order was handled until its proof, gift card code and delivered IDs are erased; 0
   * means never.
   */
  eraseProofsDays: number;
  eraseCodesDays: number;
  eraseIdsDays: number;
  /**
   * Up to how many rupees a paid order is delivered at once, and how many IDs a day a buyer without
   * an approved order gets so; 0 means no limit. [S10.6]
   */
  instantAmountMax: number;
  instantIdsMax: number;
  /** How many IDs an hour all such buyers together get at once; 0 means no limit. [S10.6] */
  newBuyersIdsMax: number;
  /** How many hours after its cancellation an order is reopened by its payment. [S10.8] */
  latePaymentHours: number;
  /** How many hours an order waits for the payment that its buyer was asked for. [S10.17] */
  paymentAskedHours: number;
  /** Whether every admin must have a second factor. */
  requiresSecondFactor: boolean;
  /** When the settings last changed; open pages reload them when it differs. */
  changedAt: Date;
};

/** The settings that are rate or order limits, in the order shown. */
export const limitNames = [
  "pendingOrdersMax",
  "heldIdsMax",
  "addressOrdersMax",
  "addressIdsMax",
  "guestOrderHours",
  "lookUpsMax",
  "ordersMax",
  "uploadsMax",
  "eventStreamsMax",
  "signInsMax",
  "signUpsMax",
  "resetsMax",
  "contactMessagesMax",
] as const satisfies (keyof ShopSettings)[];
export type LimitName = (typeof limitNames)[number];

/** The settings that are days until something is erased. */
const erasingNames = ["eraseProofsDays", "eraseCodesDays", "eraseIdsDays"] as const satisfies (keyof ShopSettings)[];
export type ErasingName = (typeof erasingNames)[number];

const publicNames = [
  "name",
  "blurb",
  "sinceYear",
  "supportEmail",
  "chatUrl",
  "messagingUrl",
  "idCheckerUrl",
  "takesRequest",
  "takesAmazon",
  "takesUpi",
  "takesRazorpay",
  "takesStripe",
  "changedAt",
] as const satisfies (keyof ShopSettings)[];

/** The settings that every visitor may see. */
type PublicNames = Pick<ShopSettings, (typeof publicNames)[number]>;

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
  return Object.fromEntries(publicNames.map((name) => [name, settings[name]])) as PublicNames;
}
