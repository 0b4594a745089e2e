import { FIRST_SHOP_NAME, SELLER_ADDRESS_MAX_LENGTH, SELLER_NAME_MAX_LENGTH } from "./constants.ts";
import { FIRST_LANDING_SECTIONS } from "./look/landing-sections.ts";
import { plainNumbers, type Setting, type SettingKind, type SettingsSection, type ValueOf } from "./setting-kinds.ts";

/**
 * The owner's settings, an entry each. Type, form, table, API, export, activity and the plain
 * fields of the settings page follow from it; only the column itself is added by a migration.
 * [S1.3] [S1.8]
 */
export const settings = {
  name: { kind: "line", section: "shop", default: FIRST_SHOP_NAME, max: 60, isPublic: true, means: "The shop's name." },
  blurb: {
    kind: "lines",
    section: "shop",
    default: "Verified account IDs for train booking, handed over the moment your order is approved.",
    max: 300,
    isPublic: true,
    means: "The sentence at the foot of every page.",
  },
  sinceYear: { kind: "year", section: "shop", default: 2_025, isPublic: true, means: "The year in which the shop began." },
  supportEmail: { kind: "email", section: "shop", default: null, isPublic: true, means: "Where buyers write to." },
  chatUrl: { kind: "link", section: "shop", default: null, isPublic: true, means: "The chat link." },
  messagingUrl: { kind: "link", section: "shop", default: null, isPublic: true, means: "The messaging link." },
  idCheckerUrl: { kind: "link", section: "shop", default: null, isPublic: true, means: "The ID checker link." },
  // [S14.15]
  grievanceName: {
    kind: "line",
    section: "shop",
    default: "",
    max: 100,
    isPublic: true,
    means: "The grievance officer's name, on the contact page; empty: it is not shown.",
  },
  grievanceContact: {
    kind: "line",
    section: "shop",
    default: "",
    max: 200,
    isPublic: true,
    means: "How to reach the grievance officer, such as an email address; empty: it is not shown.",
  },
  // [S9.3]
  adminCurrency: { kind: "currency", section: "shop", default: "₹", means: "The sign before the admin's amounts." },
  // [S1.4]
  takesRequest: {
    kind: "tick",
    section: "method-switches",
    default: true,
    isPublic: true,
    means: "Whether buyers may pay after the approval.",
  },
  takesAmazon: {
    kind: "tick",
    section: "method-switches",
    default: true,
    isPublic: true,
    means: "Whether buyers may pay with a gift card.",
  },
  howToPay: {
    kind: "lines",
    section: "how-to-pay",
    default: "",
    max: 4_000,
    means: "How to pay an approved `Request First` order, in the owner's words.",
  },
  timeZone: { kind: "timeZone", section: "shop", default: "Asia/Kolkata", means: "The time zone, by its IANA name." },
  // [S11.1]
  language: {
    kind: "language",
    section: "shop",
    default: "en",
    means: "The language for visitors and emails that ask for none.",
  },
  // [S10.15]
  sellerName: {
    kind: "line",
    section: "receipts",
    default: "",
    max: SELLER_NAME_MAX_LENGTH,
    means: "The seller on receipts; empty: the shop's name.",
  },
  sellerAddress: {
    kind: "lines",
    section: "receipts",
    default: "",
    max: SELLER_ADDRESS_MAX_LENGTH,
    means: "The seller's address on receipts.",
  },
  gstin: {
    kind: "gstin",
    section: "receipts",
    default: null,
    means: "The seller's GSTIN; empty: none, and receipts are no tax invoices.",
  },
  hsnCode: { kind: "hsnCode", section: "receipts", default: "", means: "The HSN or SAC code of what is sold." },
  gstRate: {
    kind: "rate",
    section: "receipts",
    default: 1_800,
    means: "The GST that prices include, in hundredths of a percent.",
  },
  // [S11.2]
  textLanguage: { kind: "language", section: null, default: "en", means: "The language of name, blurb and how to pay." },
  translations: { kind: "translations", section: null, default: {}, means: 'These in other languages, such as {"hi": {"name": "…"}}.' },
  // [S12.12]
  logo: {
    kind: "picture",
    section: "look",
    default: null,
    isPublic: true,
    means: "The path of the logo; none: the shop's own.",
  },
  accent: {
    kind: "colour",
    section: "look",
    default: null,
    isPublic: true,
    means: "The colour of links and buttons, such as `#1f3fa8`; none: the shop's own.",
  },
  landingPicture: {
    kind: "picture",
    section: "look",
    default: null,
    means: "The path of the landing page's picture; none: the shop's own drawing.",
  },
  showsLandingPicture: { kind: "tick", section: "look", default: true, means: "Whether the landing page has a picture." },
  landingSections: {
    kind: "landingSections",
    section: "look",
    default: FIRST_LANDING_SECTIONS,
    means: "The sections of the landing page in their order, with commas between them.",
  },
  // [S12.7]
  testimonialsShown: {
    kind: "testimonialKind",
    section: "landing-page",
    default: "none",
    means: "What the landing page quotes: samples, own or none.",
  },
  testimonials: {
    kind: "testimonials",
    section: "landing-page",
    default: "",
    means: "The owner's testimonials, a line each with words, name and place.",
  },
  // [S14.5]
  answerHours: {
    kind: "hours",
    section: "orders",
    default: 48,
    means: "After how many hours without an answer an order is cancelled; 0: never.",
    label: "answerHours",
    hint: "answerHoursHint",
  },
  // [S5.6]
  rejectionReasons: {
    kind: "reasons",
    section: "orders",
    default: null,
    means: 'The reasons offered for a rejection, such as [{"en": "…"}]; empty: the standard ones.',
  },
  // [S14.9]
  questionPresets: {
    kind: "presets",
    section: "questions",
    default: null,
    means: 'The questions offered when a buyer is asked, such as [{"asks": "words", "text": {"en": "…"}}]; empty: the standard ones.',
  },
  mailsIds: { kind: "tick", section: "emails", default: false, means: "Whether emails carry IDs." },
  mailsNewOrders: { kind: "tick", section: "notifications", default: true, means: "Whether the owner gets an email for each new order." },
  ownerEmail: { kind: "email", section: "notifications", default: null, means: "Where the owner's emails go; empty: to every admin." },
  pendingOrdersMax: {
    kind: "limit",
    section: "orders",
    default: 10,
    means: "How many orders one buyer may have waiting.",
    label: "pendingOrdersOfBuyer",
    hint: "atATime",
  },
  heldIdsMax: {
    kind: "limit",
    section: "orders",
    default: 20,
    means: "How many IDs one buyer may hold.",
    label: "reservedIdsOfBuyer",
    hint: "atATime",
  },
  addressOrdersMax: {
    kind: "limit",
    section: "orders",
    default: 50,
    means: "How many orders from one address may wait.",
    label: "pendingOrdersOfAddress",
  },
  addressIdsMax: {
    kind: "limit",
    section: "orders",
    default: 100,
    means: "How many IDs orders from one address may hold.",
    label: "reservedIdsOfAddress",
    hint: "atATime",
  },
  guestOrderHours: {
    kind: "limit",
    section: "orders",
    default: 72,
    means: "After how many hours a guest's unpaid order is cancelled.",
    label: "guestOrderHours",
    hint: "guestOrderHoursHint",
  },
  // [S15.1]
  claimHours: {
    kind: "hours",
    section: "orders",
    default: 72,
    isPublic: true,
    means: "For how many hours after the delivery a buyer may claim an ID that does not work; 0: not at all.",
    label: "claimHours",
    hint: "claimHoursHint",
  },
  lookUpsMax: {
    kind: "limit",
    section: "security",
    default: 60,
    means: "Orders looked up by one address in a minute.",
    label: "ordersLookedUp",
    hint: "inAMinute",
  },
  ordersMax: {
    kind: "limit",
    section: "security",
    default: 20,
    means: "Orders placed by one address in a minute.",
    label: "ordersPlaced",
    hint: "ordersPlacedHint",
  },
  uploadsMax: {
    kind: "limit",
    section: "security",
    default: 20,
    means: "Proofs sent by one address in a minute.",
    label: "proofsSent",
    hint: "inAMinute",
  },
  eventStreamsMax: {
    kind: "limit",
    section: "security",
    default: 20,
    means: "Pages of one address that follow an order live.",
    label: "livePages",
    hint: "atATime",
  },
  signInsMax: {
    kind: "limit",
    section: "security",
    default: 10,
    means: "Wrong passwords for one account in a minute.",
    label: "wrongPasswords",
    hint: "inAMinute",
  },
  signUpsMax: {
    kind: "limit",
    section: "security",
    default: 20,
    means: "Accounts opened by one address in a minute.",
    label: "accountsOpened",
    hint: "inAMinute",
  },
  resetsMax: {
    kind: "limit",
    section: "security",
    default: 20,
    means: "Password links asked for by one address in 15 minutes.",
    label: "passwordLinks",
    hint: "inFifteenMinutes",
  },
  contactMessagesMax: {
    kind: "limit",
    section: "security",
    default: 5,
    means: "Messages written by one address in 10 minutes.",
    label: "messagesSent",
    hint: "inTenMinutes",
  },
  eraseProofsDays: {
    kind: "days",
    section: "data",
    default: 0,
    means: "After how many days proofs are erased.",
    label: "proofDays",
    hint: "proofDaysHint",
  },
  eraseCodesDays: {
    kind: "days",
    section: "data",
    default: 0,
    means: "After how many days gift card codes are erased.",
    label: "codeDays",
    hint: "codeDaysHint",
  },
  eraseIdsDays: {
    kind: "days",
    section: "data",
    default: 0,
    means: "After how many days delivered IDs are erased.",
    label: "idDays",
    hint: "idDaysHint",
  },
  // [S14.16]
  eraseMessagesDays: {
    kind: "days",
    section: "data",
    default: 0,
    means: "After how many days without a new one the messages about a handled order are erased.",
    label: "messageDays",
    hint: "messageDaysHint",
  },
  // [S10.6]
  instantAmountMax: {
    kind: "limit",
    section: "payments",
    default: 2_000,
    means: "Up to how many rupees a paid order is delivered at once.",
    label: "instantAmount",
    hint: "instantAmountHint",
  },
  // [S16.6]
  alertsDeliver: { kind: "tick", section: "bank-alerts", default: false, means: "Whether bank alerts deliver orders." },
  alertsDayMax: {
    kind: "limit",
    section: "bank-alerts",
    default: 20_000,
    means: "How many rupees of orders bank alerts deliver a day; 0: none.",
    label: "alertsDay",
    hint: "alertsDayHint",
  },
  instantIdsMax: {
    kind: "limit",
    section: "payments",
    default: 5,
    means: "How many IDs a day a buyer without an approved order gets at once.",
    label: "instantIds",
    hint: "instantIdsHint",
  },
  newBuyersIdsMax: {
    kind: "limit",
    section: "payments",
    default: 100,
    means: "How many IDs an hour all buyers without an approved order together get at once.",
    label: "newBuyersIds",
    hint: "newBuyersIdsHint",
  },
  // [S10.8]
  latePaymentHours: {
    kind: "hours",
    section: "payments",
    default: 12,
    means: "How many hours after its cancellation an order is reopened by its payment.",
    label: "latePayment",
    hint: "latePaymentHint",
  },
  // [S10.17]
  paymentAskedHours: {
    kind: "hours",
    section: "payments",
    default: 48,
    means: "How many hours an order waits for the payment that its buyer was asked for.",
    label: "paymentAsked",
    hint: "paymentAskedHint",
  },
  requiresSecondFactor: { kind: "tick", section: "security", default: false, means: "Whether every admin has to have a second factor." },
} as const satisfies Record<string, Setting>;

type Settings = typeof settings;
export type SettingName = keyof Settings;

/** The names of the settings of these kinds. */
export type NamesOf<K extends SettingKind> = { [N in SettingName]: Settings[N]["kind"] extends K ? N : never }[SettingName];

/** The names of the settings that every visitor may read. */
export type PublicName = { [N in SettingName]: Settings[N] extends { isPublic: true } ? N : never }[SettingName];

/** The settings by name. */
export type SettingValues = { -readonly [N in SettingName]: ValueOf<Settings[N]["kind"]> };

export const settingNames = Object.keys(settings) as SettingName[];

/** The entry of a setting, without the types of its own. */
export function settingOf(name: SettingName): Setting {
  return settings[name];
}

/** What a setting means, with the meaning of 0. */
export function meaningOf(name: SettingName): string {
  const { kind, means } = settingOf(name);
  return `${means}${kind === "limit" ? " 0: no limit." : kind === "days" ? " 0: never." : ""}`;
}

/** The settings of these kinds, in the order shown. */
export function namesOf<K extends SettingKind>(...kinds: K[]): NamesOf<K>[] {
  return settingNames.filter((name) => (kinds as SettingKind[]).includes(settings[name].kind)) as NamesOf<K>[];
}

/** What `make` makes for each setting of these kinds, by name: a field, a column, a schema. */
export function each<K extends SettingKind, V>(kinds: readonly K[], make: (name: NamesOf<K>) => V): Record<NamesOf<K>, V> {
  return Object.fromEntries(namesOf(...kinds).map((name) => [name, make(name)])) as Record<NamesOf<K>, V>;
}

export type NumberName = NamesOf<(typeof plainNumbers)[number]>;

/** The plain numbers of a section. */
export function numbersIn(section: SettingsSection): NumberName[] {
  return namesOf(...plainNumbers).filter((name) => settings[name].section === section);
}

export const publicNames = settingNames.filter((name) => "isPublic" in settings[name]) as PublicName[];

/** A new shop's settings. */
export const firstSettings = Object.fromEntries(settingNames.map((name) => [name, settings[name].default])) as SettingValues;
