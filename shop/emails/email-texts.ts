import { APPROVAL_MAX_HOURS, APPROVAL_MIN_HOURS, RESET_LINK_VALID_MS } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";
import { type Paise, priceText } from "#shop/money.ts";
import type { EmailKind } from "./email.ts";
import { type Email, type EmailPart, oneLine, writeEmail } from "./email-body.ts";

/** The facts about an order in every email about it. `paidBy` is the payment method's label. */
export type OrderFacts = { requestCode: string; productName: string; quantity: number; totalPaise: Paise; paidBy: string };

/**
 * The link to an order: a guest's private link, which opens it for anybody, or a page that asks for
 * a login or the code.
 */
export type WayToOrder = { link: string; isPrivate: boolean };

type Shop = { shopName: string };

/**
 * The subject of an email, also shown in the admin's list. `of` is the request code of its order,
 * or the sender of a contact message.
 */
export function subjectOf(kind: EmailKind, { shopName, of }: Shop & { of: string }): string {
  switch (kind) {
    case "password-reset":
      return `Set a new password for ${oneLine(shopName)}`;
    case "new-admin":
      return `You're now an admin of ${oneLine(shopName)}`;
    case "order-placed":
      return `We have your order ${of}`;
    case "order-approved":
      return `Your order ${of} is approved`;
    case "order-rejected":
      return `Your order ${of} was rejected`;
    case "order-lapsed":
      return `Your order ${of} was cancelled`;
    case "new-order":
      return `New order ${of}`;
    case "mostly-held":
      return `Most of “${oneLine(of)}” is reserved`;
    case "contact-message":
      return `Message from ${oneLine(of)}`;
  }
}

/** The link to set a new password. [S2.17] */
export function passwordResetEmail({ shopName, link }: Shop & { link: string }): Email {
  return write("password-reset", shopName, "", [
    { says: "Somebody asked for a new password for the account with this e-mail address. If it was you, set it here:" },
    { link, label: "Set a new password" },
    {
      says: `The link works once, and for ${RESET_LINK_VALID_MS / 3_600_000} hour. If it was not you, there is nothing to do: your password stays as it is.`,
    },
  ]);
}

/** To a new admin: the link to set a new password. [S6.3] */
export function newAdminEmail({ shopName, link }: Shop & { link: string }): Email {
  return write("new-admin", shopName, "", [
    { says: `You're now an admin of ${oneLine(shopName)}. Your old password no longer works. Set a new one here:` },
    { link, label: "Set a password" },
    { says: `The link works once, for ${RESET_LINK_VALID_MS / 3_600_000} hour. If it ran out, use “Forgot password?” on the login page.` },
  ]);
}

/** To the buyer: the order, what happens next, and the link to it. [S6.6] */
export function orderPlacedEmail({ shopName, order, way, next }: Shop & { order: OrderFacts; way: WayToOrder; next: string }): Email {
  return write("order-placed", shopName, order.requestCode, [
    { says: `Thank you. Your IDs are reserved, and we look at your order within ${APPROVAL_MIN_HOURS}-${APPROVAL_MAX_HOURS} hours.` },
    { says: next },
    { facts: factsOf(order) },
    ...partsOf(way, "See your order"),
  ]);
}

/**
 * To the buyer: the link to the IDs, or the IDs themselves if the owner wants that. `howToPay` is
 * null if nothing is left to pay, and empty if the owner sends the payment details personally.
 * [S1.4] [S4.4]
 */
export function orderApprovedEmail({
  shopName,
  order,
  way,
  ids,
  howToPay,
}: Shop & { order: OrderFacts; way: WayToOrder; ids: string[] | null; howToPay: string | null }): Email {
  const handedOver: EmailPart[] = ids
    ? [{ says: ids.length === 1 ? "Your order is approved. This is your ID:" : "Your order is approved. These are your IDs:" }, { ids }]
    : [{ says: "Your order is approved. Your IDs wait behind this link:" }];
  const parts: EmailPart[] = howToPay ? [{ says: "How to pay:" }, { quote: howToPay }] : [{ says: messages.payLater }];
  const payment = howToPay === null ? [] : parts;
  return write("order-approved", shopName, order.requestCode, [
    ...handedOver,
    ...partsOf(way, "Open your order"),
    { facts: factsOf(order) },
    ...payment,
  ]);
}

/** To the buyer: the order was rejected, and why. [S5.6] */
export function orderRejectedEmail({ shopName, order, way, reason }: Shop & { order: OrderFacts; way: WayToOrder; reason: string }): Email {
  return write("order-rejected", shopName, order.requestCode, [
    { says: "We could not approve your order. The reason:" },
    { quote: reason },
    { facts: factsOf(order) },
    ...partsOf(way, "See your order"),
  ]);
}

/** To the buyer: the order expired, and why. [S4.3] */
export function orderExpiredEmail({ shopName, order, way, why }: Shop & { order: OrderFacts; way: WayToOrder; why: string }): Email {
  return write("order-lapsed", shopName, order.requestCode, [
    { says: "Your order was cancelled, and there is nothing to pay." },
    { says: why },
    { says: "You are welcome to order again." },
    { facts: factsOf(order) },
    ...partsOf(way, "See your order"),
  ]);
}

/** To the owner: most of a product's unsold IDs are reserved for pending orders. */
export function mostlyReservedEmail({
  shopName,
  product,
  says,
  asks,
  link,
}: Shop & { product: string; says: string; asks: string; link: string }): Email {
  return write("mostly-held", shopName, product, [{ says }, { says: asks }, { link, label: "Open the queue" }]);
}

/** To the owner: a new order is waiting. */
export function newOrderEmail({ shopName, order, link }: Shop & { order: OrderFacts; link: string }): Email {
  return write("new-order", shopName, order.requestCode, [
    { says: "A new order waits in the queue." },
    { facts: factsOf(order) },
    { link, label: "Open it in the queue" },
  ]);
}

/** To the support address: a visitor's message. Replies go to the visitor. [S2.27] */
export function contactMessageEmail({ shopName, name, email, message }: Shop & { name: string; email: string; message: string }): Email {
  return write("contact-message", shopName, name, [
    {
      facts: [
        ["From", name],
        ["E-mail", email],
      ],
    },
    { quote: message },
    { says: "Reply to this email to answer them." },
  ]);
}

function write(kind: EmailKind, shopName: string, of: string, parts: EmailPart[]): Email {
  return writeEmail({ subject: subjectOf(kind, { shopName, of }), parts, shopName });
}

function factsOf({ requestCode, productName, quantity, totalPaise, paidBy }: OrderFacts): (readonly [string, string])[] {
  return [
    ["Request code", requestCode],
    ["Product", productName],
    ["Quantity", String(quantity)],
    ["Total", priceText(totalPaise)],
    ["Payment", paidBy],
  ];
}

function partsOf({ link, isPrivate }: WayToOrder, label: string): EmailPart[] {
  const warning = "This link is your key to the order. Whoever has it sees your IDs: keep it to yourself.";
  return isPrivate ? [{ link, label }, { says: warning }] : [{ link, label }];
}
