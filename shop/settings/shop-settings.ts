/** What the owner can set about the shop. An address or link that is null is not set, and not shown. [S1.3] [S1.8] */
export type ShopSettings = {
  name: string;
  blurb: string;
  sinceYear: number;
  supportEmail: string | null;
  chatUrl: string | null;
  messagingUrl: string | null;
  idCheckerUrl: string | null;
  /** The label before the admin's amounts. [S9.3] */
  adminCurrency: "₹" | "$";
  /** Which payment methods buyers may choose; one at least. [S1.4] [S1.5] */
  takesRequest: boolean;
  takesAmazon: boolean;
  /** How to pay an approved `Request First` order, in the owner's words; empty when not set. */
  howToPay: string;
  /** An IANA name, such as `Asia/Kolkata`: times are shown in it, and days begin in it. */
  timeZone: string;
  /** Whether the letter that tells of an approval carries the IDs themselves. */
  mailsIds: boolean;
  /** Whether the owner gets a letter for each new order. */
  mailsNewOrders: boolean;
  /** Where the owner's letters go; null: to every enabled admin. */
  ownerEmail: string | null;
  /** When the owner last changed them: open pages read them anew when it is another. */
  changedAt: Date;
};

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
  "changedAt",
] as const satisfies (keyof ShopSettings)[];

/** What everybody may know of the settings. */
export type PublicSettings = Pick<ShopSettings, (typeof publicNames)[number]>;

/** The settings as any visitor's browser gets them: the owner's own address, for one, is not among them. */
export function publicSettings(settings: ShopSettings): PublicSettings {
  return Object.fromEntries(publicNames.map((name) => [name, settings[name]])) as PublicSettings;
}
