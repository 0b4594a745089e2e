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
  /** How many orders may wait, and how many IDs may be held, for one guest, one customer and one address; 0: no limit, here as in all numbers below. */
  pendingOrdersMax: number;
  heldIdsMax: number;
  /** After how many hours a guest's unpaid `Request First` order that still waits is cancelled by itself; 0: never. */
  guestOrderHours: number;
  /** How often one address may do each of these in a minute; asking for reset links in 15, writing messages in 10. */
  lookUpsMax: number;
  ordersMax: number;
  /** Wrong passwords for one account. */
  signInsMax: number;
  signUpsMax: number;
  resetsMax: number;
  contactMessagesMax: number;
  uploadsMax: number;
  /** How many pages of one address may follow their order live at a time. */
  eventStreamsMax: number;
  /** How many days after an order was handled its proof, its gift card code and its delivered IDs are erased; 0: never. */
  eraseProofsDays: number;
  eraseCodesDays: number;
  eraseIdsDays: number;
  /** Whether every admin has to have a second factor. */
  requiresSecondFactor: boolean;
  /** When the owner last changed them: open pages read them anew when it is another. */
  changedAt: Date;
};

/** The settings that are numbers of a limit, in the order in which they are shown. */
export const limitNames = [
  "pendingOrdersMax",
  "heldIdsMax",
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

/** The settings that tell after how many days something is erased. */
export const erasingNames = ["eraseProofsDays", "eraseCodesDays", "eraseIdsDays"] as const satisfies (keyof ShopSettings)[];
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
  "changedAt",
] as const satisfies (keyof ShopSettings)[];

/** What everybody may know of the settings. */
export type PublicSettings = Pick<ShopSettings, (typeof publicNames)[number]>;

/** The settings as any visitor's browser gets them: the owner's own address, for one, is not among them. */
export function publicSettings(settings: ShopSettings): PublicSettings {
  return Object.fromEntries(publicNames.map((name) => [name, settings[name]])) as PublicSettings;
}
