import type { KeyIn, Texts } from "#messages/texts.ts";
import { APPROVAL_MAX_HOURS, APPROVAL_MIN_HOURS, HOUR_MS, RESET_LINK_VALID_MS } from "#shop/constants.ts";
import { type Paise, priceText } from "#shop/money.ts";
import type { EmailKind } from "./email.ts";
import { type Email, type EmailLook, type EmailPart, oneLine, writeEmail } from "./email-body.ts";

/** The facts about an order in every email about it. */
export type OrderFacts = {
  requestCode: string;
  productName: string;
  quantity: number;
  totalPaise: Paise;
  paymentMethod: "request" | "amazon" | "upi" | "razorpay" | "stripe";
};

/**
 * The link to an order: a guest's private link, which opens it for anybody, or a page that asks for
 * a login or the code.
 */
export type WayToOrder = { link: string; isPrivate: boolean };

/** What every email needs: the texts in the language of its reader, and the shop's name and look. */
type Shop = { texts: Texts<"emails">; shopName: string; look: EmailLook };

/** What an email calls the ways to pay. */
export const namesOfMethods = {
  request: "paidLater",
  amazon: "paidByGiftCard",
  upi: "paidByUpi",
  razorpay: "paidByRazorpay",
  stripe: "paidByStripe",
} as const satisfies Record<OrderFacts["paymentMethod"], KeyIn<"emails">>;

const RESET_LINK_HOURS = RESET_LINK_VALID_MS / HOUR_MS;

/**
 * The subject of an email, also shown in the admin's list. `of` is the request code of its order,
 * the sender of a contact message, or the product that it is about.
 */
export function subjectOf(kind: EmailKind, { texts, shopName, of }: Omit<Shop, "look"> & { of: string }): string {
  switch (kind) {
    case "password-reset":
      return texts("passwordResetSubject", { shop: oneLine(shopName) });
    case "new-admin":
      return texts("newAdminSubject", { shop: oneLine(shopName) });
    case "order-placed":
      return texts("orderPlacedSubject", { code: of });
    case "order-approved":
      return texts("orderApprovedSubject", { code: of });
    case "order-rejected":
      return texts("orderRejectedSubject", { code: of });
    case "order-lapsed":
      return texts("orderExpiredSubject", { code: of });
    case "order-payment-asked":
      return texts("paymentAskedSubject", { code: of });
    case "order-paid":
      return texts("orderPaidSubject", { code: of });
    case "order-refund-due":
      return texts("orderRefundDueSubject", { code: of });
    case "order-refunded":
      return texts("orderRefundedSubject", { code: of });
    case "order-message":
      return texts("orderMessageSubject", { code: of });
    case "payment-review":
      return texts("paymentReviewSubject");
    case "new-order":
      return texts("newOrderSubject", { code: of });
    case "mostly-held":
      return texts("mostlyReservedSubject", { product: oneLine(of) });
    case "backups-failed":
      return texts("backupsFailedSubject", { shop: oneLine(shopName) });
    case "guarded-values":
      return texts("guardedValuesSubject", { shop: oneLine(shopName) });
    case "contact-message":
      return texts("contactMessageSubject", { name: oneLine(of) });
    case "waitlist-confirm":
      return texts("waitlistConfirmSubject", { product: oneLine(of) });
    case "back-in-stock":
      return texts("backInStockSubject", { product: oneLine(of) });
  }
}

/** The link to set a new password. [S2.17] */
export function passwordResetEmail({ link, ...shop }: Shop & { link: string }): Email {
  const { texts } = shop;
  return write("password-reset", shop, "", [
    { says: texts("passwordResetAsked") },
    { link, label: texts("passwordResetLink") },
    { says: texts("passwordResetLasts", { hours: RESET_LINK_HOURS }) },
  ]);
}

/** To a new admin: the link to set a new password. [S6.3] */
export function newAdminEmail({ link, ...shop }: Shop & { link: string }): Email {
  const { texts, shopName } = shop;
  return write("new-admin", shop, "", [
    { says: texts("newAdminSays", { shop: oneLine(shopName) }) },
    { link, label: texts("newAdminLink") },
    { says: texts("newAdminLasts", { hours: RESET_LINK_HOURS }) },
  ]);
}

type AboutOrder = Shop & { order: OrderFacts; way: WayToOrder };

/**
 * To the buyer: the order, what happens next, and the link to it. `hasHowToPay`: the shop tells how
 * to pay. [S1.4] [S6.6]
 */
export function orderPlacedEmail({ order, way, hasHowToPay, ...shop }: AboutOrder & { hasHowToPay: boolean }): Email {
  const { texts } = shop;
  return write("order-placed", shop, order.requestCode, [
    ...placedWords(order, hasHowToPay, texts).map((says) => ({ says })),
    { facts: factsOf(order, texts) },
    ...partsOf(way, texts("seeOrder"), texts),
  ]);
}

/** What happens next with a new order, which depends on how it is paid. */
function placedWords({ quantity: count, paymentMethod, totalPaise }: OrderFacts, hasHowToPay: boolean, texts: Texts<"emails">): string[] {
  const reviewed = texts("orderPlacedSays", { count, from: String(APPROVAL_MIN_HOURS), to: String(APPROVAL_MAX_HOURS) });
  if (totalPaise === 0) return [reviewed];
  if (paymentMethod === "request") return [reviewed, texts(hasHowToPay ? "nextWithHowToPay" : "nextAndHowToPay", { count })];
  if (paymentMethod === "amazon") return [reviewed, texts("nextAfterGiftCard", { count })];
  return [texts("orderPlacedToPay", { count }), texts("nextAfterPaying", { count })];
}

/**
 * To the buyer: the link to the IDs, or the IDs themselves if the owner wants that. `howToPay` is
 * null if nothing is left to pay, and empty if the owner sends the payment details personally.
 * [S1.4] [S4.4]
 */
export function orderApprovedEmail({
  order,
  way,
  ids,
  instructions = [],
  howToPay,
  howToPayLang,
  ...shop
}: AboutOrder & { ids: string[] | null; instructions?: string[]; howToPay: string | null; howToPayLang?: string | undefined }): Email {
  const { texts } = shop;
  const handedOver: EmailPart[] = ids
    ? [{ says: texts("orderApprovedWithIds", { count: ids.length }) }, { ids }, ...instructionsOf(instructions, texts)]
    : [{ says: texts("orderApprovedWithLink", { count: order.quantity }) }];
  const parts: EmailPart[] = howToPay
    ? [{ says: texts("howToPay") }, { quote: howToPay, lang: howToPayLang }]
    : [{ says: texts("payLater") }];
  const payment = howToPay === null ? [] : parts;
  return write("order-approved", shop, order.requestCode, [
    ...handedOver,
    ...partsOf(way, texts("openOrder"), texts),
    { facts: factsOf(order, texts) },
    ...payment,
  ]);
}

/** What to do with the IDs, each line a paragraph. [S10.15] */
function instructionsOf(lines: string[], texts: Texts<"emails">): EmailPart[] {
  return lines.length === 0 ? [] : [{ says: texts("instructions") }, ...lines.map((says) => ({ says }))];
}

/** To the buyer: the order was rejected, and why. [S5.6] */
export function orderRejectedEmail({ order, way, reason, ...shop }: AboutOrder & { reason: string }): Email {
  const { texts } = shop;
  return write("order-rejected", shop, order.requestCode, [
    { says: texts("orderRejectedSays") },
    { quote: reason },
    { facts: factsOf(order, texts) },
    ...partsOf(way, texts("seeOrder"), texts),
  ]);
}

/**
 * To the buyer: the shop asks to pay before the delivery, within these hours; 0 means no end.
 * [S10.17]
 */
export function paymentAskedEmail({ order, way, hours, ...shop }: AboutOrder & { hours: number }): Email {
  const { texts } = shop;
  return write("order-payment-asked", shop, order.requestCode, [
    { says: texts("paymentAskedSays", { count: order.quantity }) },
    ...(hours > 0 ? [{ says: texts("paymentAskedLasts", { hours }) }] : []),
    ...partsOf(way, texts("payOrder"), texts),
    { facts: factsOf(order, texts) },
  ]);
}

/** To the buyer: the shop wrote something about the order, which its page shows. [S14.10] */
export function orderMessageEmail({ order, way, ...shop }: AboutOrder): Email {
  const { texts } = shop;
  return write("order-message", shop, order.requestCode, [
    { says: texts("orderMessageSays") },
    ...partsOf(way, texts("readMessage"), texts),
    { facts: factsOf(order, texts) },
  ]);
}

/**
 * To the buyer: the order expired after this many hours. `mayBePaid`: the buyer sent a gift card code
 * or a UTR. [S4.3] [S14.5]
 */
export function orderExpiredEmail({
  order,
  way,
  expiry,
  mayBePaid,
  ...shop
}: AboutOrder & { expiry: { hours: number; why: "unanswered" | "late" }; mayBePaid: boolean }): Email {
  const { texts } = shop;
  return write("order-lapsed", shop, order.requestCode, [
    { says: texts(mayBePaid ? "paidOrderExpiredSays" : "orderExpiredSays") },
    { says: texts("orderExpiredWhy", expiry) },
    { says: texts("orderAgain") },
    { facts: factsOf(order, texts) },
    ...partsOf(way, texts("seeOrder"), texts),
  ]);
}

const aboutMoney = {
  "order-paid": "orderPaidSays",
  "order-refund-due": "orderRefundDueSays",
  "order-refunded": "orderRefundedSays",
} as const satisfies Partial<Record<EmailKind, KeyIn<"emails">>>;

/**
 * To the buyer: the payment came and the order is looked at, or its money goes back, or went back.
 * [S10.6] [S10.8] [S10.10]
 */
export function orderMoneyEmail(kind: keyof typeof aboutMoney, { order, way, ...shop }: AboutOrder): Email {
  const { texts } = shop;
  return write(kind, shop, order.requestCode, [
    { says: texts(aboutMoney[kind]) },
    { facts: factsOf(order, texts) },
    ...partsOf(way, texts("seeOrder"), texts),
  ]);
}

/**
 * To the owner: a payment that somebody has to look at. `code` is its order's; empty: none is
 * known. [S10.8]
 */
export function paymentReviewEmail({ code, link, ...shop }: Shop & { code: string; link: string }): Email {
  const { texts } = shop;
  return write("payment-review", shop, code, [
    { says: code === "" ? texts("paymentReviewUnknown") : texts("paymentReviewSays", { code }) },
    { link, label: texts("openMoney") },
  ]);
}

/** To the owner: most of a product's unsold IDs are reserved for pending orders. */
export function mostlyReservedEmail({
  product,
  held,
  free,
  link,
  ...shop
}: Shop & { product: string; held: number; free: number; link: string }): Email {
  const { texts } = shop;
  return write("mostly-held", shop, product, [
    { says: texts("mostlyReservedSays", { product, held, free }) },
    { says: texts("mostlyReservedAsks") },
    { link, label: texts("openQueue") },
  ]);
}

/** To the owner: automatic backups fail. `hours` is the age of the newest good one; null if there is none. */
export function backupsFailedEmail({
  place,
  hours,
  link,
  ...shop
}: Shop & { place: "folder" | "bucket"; hours: number | null; link: string }): Email {
  const { texts } = shop;
  return write("backups-failed", shop, "", [
    { says: texts("backupsFailedSays", { place }) },
    { says: hours === null ? texts("backupsFailedNone") : texts("backupsFailedAge", { hours }) },
    { says: texts("backupsFailedAsks") },
    { link, label: texts("openBackups") },
  ]);
}

/** To the owner: a new order is waiting. */
export function newOrderEmail({ order, link, ...shop }: Shop & { order: OrderFacts; link: string }): Email {
  const { texts } = shop;
  return write("new-order", shop, order.requestCode, [
    { says: texts("newOrderSays") },
    { facts: factsOf(order, texts) },
    { link, label: texts("openInQueue") },
  ]);
}

/** To the support address: a visitor's message. Replies go to the visitor. [S2.27] */
export function contactMessageEmail({ name, email, message, ...shop }: Shop & { name: string; email: string; message: string }): Email {
  const { texts } = shop;
  return write("contact-message", shop, name, [
    {
      facts: [
        [texts("messageFrom"), name],
        [texts("messageAddress"), email],
      ],
    },
    { quote: message },
    { says: texts("messageReply") },
  ]);
}

type AboutWaiting = Shop & { product: string; unsubscribeLink: string };

/** To an address that somebody left for a sold-out product: the link that confirms it. [S12.9] */
export function waitlistConfirmEmail({
  product,
  link,
  days,
  unsubscribeLink,
  ...shop
}: AboutWaiting & { link: string; days: number }): Email {
  const { texts } = shop;
  return write("waitlist-confirm", shop, product, [
    { says: texts("waitlistConfirmSays", { product: oneLine(product) }) },
    { link, label: texts("waitlistConfirmLink") },
    { says: texts("waitlistConfirmLasts", { days }) },
    { link: unsubscribeLink, label: texts("unsubscribe") },
  ]);
}

/**
 * To an address that waited for a product: it is back, and this was the only email about it.
 * [S12.9]
 */
export function backInStockEmail({ product, link, unsubscribeLink, ...shop }: AboutWaiting & { link: string }): Email {
  const { texts } = shop;
  return write("back-in-stock", shop, product, [
    { says: texts("backInStockSays", { product: oneLine(product) }) },
    { link, label: texts("seeProduct") },
    { says: texts("backInStockOnce") },
    { link: unsubscribeLink, label: texts("unsubscribe") },
  ]);
}

function write(kind: EmailKind, shop: Shop, of: string, parts: EmailPart[]): Email {
  const { texts, shopName, look } = shop;
  return writeEmail({ subject: subjectOf(kind, { ...shop, of }), parts, shopName, look, locale: texts("locale") });
}

function factsOf(
  { requestCode, productName, quantity, totalPaise, paymentMethod }: OrderFacts,
  texts: Texts<"emails">,
): (readonly [string, string])[] {
  return [
    [texts("requestCode"), requestCode],
    [texts("product"), productName],
    [texts("quantity"), String(quantity)],
    [texts("total"), priceText(totalPaise)],
    [texts("payment"), texts(totalPaise === 0 ? "paidNothing" : namesOfMethods[paymentMethod])],
  ];
}

function partsOf({ link, isPrivate }: WayToOrder, label: string, texts: Texts<"emails">): EmailPart[] {
  return isPrivate ? [{ link, label }, { says: texts("keepLink") }] : [{ link, label }];
}
