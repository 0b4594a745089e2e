import type { Translations } from "../translations.ts";
import { type SettingsText, type ShopSettings, settingsTexts } from "./shop-settings.ts";

/** The sections of the settings, each a form of its own. A setting is in one section. [S1.8] */
export const settingsSections = {
  shop: [
    ...(["name", "blurb", "sinceYear", "language", "timeZone"] as const),
    ...(["supportEmail", "chatUrl", "messagingUrl", "idCheckerUrl", "adminCurrency"] as const),
  ],
  orders: ["rejectionReasons", "pendingOrdersMax", "heldIdsMax", "addressOrdersMax", "addressIdsMax", "guestOrderHours"],
  payments: [
    ...(["takesRequest", "takesAmazon", "howToPay"] as const),
    ...(["instantAmountMax", "instantIdsMax", "newBuyersIdsMax", "latePaymentHours", "paymentAskedHours"] as const),
  ],
  receipts: ["sellerName", "sellerAddress", "gstin", "hsnCode", "gstRate"],
  emails: ["mailsIds"],
  notifications: ["mailsNewOrders", "ownerEmail"],
  "landing-page": ["testimonialsShown", "testimonials"],
  security: [
    ...(["requiresSecondFactor", "lookUpsMax", "ordersMax", "uploadsMax", "eventStreamsMax"] as const),
    ...(["signInsMax", "signUpsMax", "resetsMax", "contactMessagesMax"] as const),
  ],
  data: ["eraseProofsDays", "eraseCodesDays", "eraseIdsDays"],
} as const satisfies Record<string, readonly (keyof ShopSettings)[]>;

export type SettingsSection = keyof typeof settingsSections;

/** Whether a text is the name of a section. */
export function isSettingsSection(name: string | undefined): name is SettingsSection {
  return name !== undefined && Object.hasOwn(settingsSections, name);
}

/** The texts of a section that are in several languages. [S11.2] */
export function textsOfSection(section: SettingsSection): SettingsText[] {
  const names: readonly string[] = settingsSections[section];
  return settingsTexts.filter((text) => names.includes(text));
}

/** The section's part of translations, or with `isRest` everything but that. */
export function translationsIn(
  translations: Translations<SettingsText>,
  section: SettingsSection,
  isRest = false,
): Translations<SettingsText> {
  const own: readonly string[] = textsOfSection(section);
  return Object.fromEntries(
    Object.entries(translations).map(([language, texts]) => [
      language,
      Object.fromEntries(Object.entries(texts).filter(([field]) => own.includes(field) !== isRest)),
    ]),
  );
}
