/** The kinds of email that the shop sends. */
export const emailKinds = {
  "password-reset": "Password reset",
  "new-admin": "New admin: set a password",
  "order-placed": "Order placed",
  "order-approved": "Order approved",
  "order-rejected": "Order rejected",
  "order-lapsed": "Order cancelled by itself",
  "order-payment-asked": "Payment asked",
  "order-paid": "Paid, under review",
  "order-refund-due": "Payment to be refunded",
  "order-refunded": "Payment refunded",
  "order-message": "The shop wrote about an order",
  "payment-review": "Payment to review, to the owner",
  "new-order": "New order, to the owner",
  "mostly-held": "Most of a product is reserved, to the owner",
  "backups-failed": "Failed backups, to the owner",
  "guarded-values": "Where money or messages go was changed, to every admin",
  "contact-message": "Message, to the support address",
  "waitlist-confirm": "Waitlist: confirm the address",
  "back-in-stock": "Product back in stock",
} as const;
export type EmailKind = keyof typeof emailKinds;

/**
 * The emails that anybody can cause without being known to the shop, by what they count as: a link
 * that somebody waits for must not wait because of many orders.
 */
export const unconfirmedKinds: ReadonlyMap<EmailKind, "links" | "emails"> = new Map([
  ["password-reset", "links"],
  ["waitlist-confirm", "links"],
  ["order-placed", "emails"],
  ["order-lapsed", "emails"],
  ["contact-message", "emails"],
]);

/** The kind of an email by its name, or null. */
export function emailKindOf(name: string): EmailKind | null {
  return (Object.keys(emailKinds) as EmailKind[]).find((kind) => emailKinds[kind] === name) ?? null;
}

/**
 * `kept`: email is not set up, so it is only stored. `waiting`: it will be sent or retried.
 * `failed`: given up.
 */
export const emailStates = ["kept", "waiting", "sent", "failed"] as const;
export type EmailState = (typeof emailStates)[number];

export function isEmailState(text: string | null): text is EmailState {
  return emailStates.some((state) => state === text);
}

/** An email address, or `owner`, whose address the settings give at the time of sending. */
export type Recipient = { email: string } | "owner";
