import { APPROVAL_MAX_HOURS, APPROVAL_MIN_HOURS, RESET_LINK_VALID_MS } from "#shop/constants.ts";
import { type Paise, priceText } from "#shop/money.ts";
import type { LetterKind } from "./letter.ts";
import { type Letter, type LetterPart, oneLine, writeLetter } from "./letter-body.ts";

/** What every letter about an order tells. `paidBy` is the payment method as the screens call it. */
export type OrderFacts = { requestCode: string; productName: string; quantity: number; totalPaise: Paise; paidBy: string };

/** The way to an order: a guest's private link, which opens it for whoever has it; else a page that asks who it is. */
export type WayToOrder = { link: string; isPrivate: boolean };

type Shop = { shopName: string };

/** What a letter is called, in the outbox as in its subject. `of` is the request code of the order it is about, or the sender of a message. */
export function subjectOf(kind: LetterKind, { shopName, of }: Shop & { of: string }): string {
  switch (kind) {
    case "password-reset":
      return `Set a new password for ${oneLine(shopName)}`;
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

/** The link that sets a new password. [S2.17] */
export function passwordResetLetter({ shopName, link }: Shop & { link: string }): Letter {
  return write("password-reset", shopName, "", [
    { says: "Somebody asked for a new password for the account with this e-mail address. If it was you, set it here:" },
    { link, label: "Set a new password" },
    {
      says: `The link works once, and for ${RESET_LINK_VALID_MS / 3_600_000} hour. If it was not you, there is nothing to do: your password stays as it is.`,
    },
  ]);
}

/** To the buyer: what was ordered, what happens next and the way back to it. [S6.6] */
export function orderPlacedLetter({ shopName, order, way }: Shop & { order: OrderFacts; way: WayToOrder }): Letter {
  return write("order-placed", shopName, order.requestCode, [
    { says: `Thank you. Your IDs are put aside, and we look at your order within ${APPROVAL_MIN_HOURS}-${APPROVAL_MAX_HOURS} hours.` },
    { facts: factsOf(order) },
    ...partsOf(way, "See your order"),
  ]);
}

/** To the buyer: where the IDs wait, or the IDs themselves where the owner wants that; and how to pay what is still to be paid. [S4.4] */
export function orderApprovedLetter({
  shopName,
  order,
  way,
  ids,
  howToPay,
}: Shop & { order: OrderFacts; way: WayToOrder; ids: string[] | null; howToPay: string | null }): Letter {
  const handedOver: LetterPart[] = ids
    ? [
        { says: ids.length === 1 ? "Your order is approved. This is your ID:" : "Your order is approved. These are your IDs:" },
        { lines: ids },
      ]
    : [{ says: "Your order is approved. Your IDs wait behind this link:" }];
  const payment: LetterPart[] = howToPay ? [{ says: "How to pay:" }, { quote: howToPay }] : [];
  return write("order-approved", shopName, order.requestCode, [
    ...handedOver,
    ...partsOf(way, "Open your order"),
    { facts: factsOf(order) },
    ...payment,
  ]);
}

/** To the buyer: that the order was rejected, and why. [S5.6] */
export function orderRejectedLetter({
  shopName,
  order,
  way,
  reason,
}: Shop & { order: OrderFacts; way: WayToOrder; reason: string }): Letter {
  return write("order-rejected", shopName, order.requestCode, [
    { says: "We could not approve your order. The reason:" },
    { quote: reason },
    { facts: factsOf(order) },
    ...partsOf(way, "See your order"),
  ]);
}

/** To the buyer: that the order was cancelled by itself, and why. [S4.3] */
export function orderLapsedLetter({ shopName, order, way, why }: Shop & { order: OrderFacts; way: WayToOrder; why: string }): Letter {
  return write("order-lapsed", shopName, order.requestCode, [
    { says: "Your order was cancelled, and there is nothing to pay." },
    { says: why },
    { says: "You are welcome to order again." },
    { facts: factsOf(order) },
    ...partsOf(way, "See your order"),
  ]);
}

/** To the owner: that most of a product is reserved for orders that wait. */
export function mostlyHeldLetter({
  shopName,
  product,
  says,
  asks,
  link,
}: Shop & { product: string; says: string; asks: string; link: string }): Letter {
  return write("mostly-held", shopName, product, [{ says }, { says: asks }, { link, label: "Open the queue" }]);
}

/** To the owner: that an order waits. */
export function newOrderLetter({ shopName, order, link }: Shop & { order: OrderFacts; link: string }): Letter {
  return write("new-order", shopName, order.requestCode, [
    { says: "A new order waits in the queue." },
    { facts: factsOf(order) },
    { link, label: "Open it in the queue" },
  ]);
}

/** To the support address: what a visitor wrote. An answer goes to the visitor. [S2.27] */
export function contactMessageLetter({ shopName, name, email, message }: Shop & { name: string; email: string; message: string }): Letter {
  return write("contact-message", shopName, name, [
    {
      facts: [
        ["From", name],
        ["E-mail", email],
      ],
    },
    { quote: message },
    { says: "An answer to this letter goes to that address." },
  ]);
}

function write(kind: LetterKind, shopName: string, of: string, parts: LetterPart[]): Letter {
  return writeLetter({ subject: subjectOf(kind, { shopName, of }), parts, shopName });
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

function partsOf({ link, isPrivate }: WayToOrder, label: string): LetterPart[] {
  const warning = "This link is your key to the order. Whoever has it sees your IDs: keep it to yourself.";
  return isPrivate ? [{ link, label }, { says: warning }] : [{ link, label }];
}
