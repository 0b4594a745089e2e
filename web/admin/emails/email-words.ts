import type { KeyIn } from "#messages/texts.ts";
import type { EmailKind, EmailState } from "#shop/emails/email.ts";

/** The labels of the kinds of email. */
export const kindWords = {
  "password-reset": "passwordReset",
  "new-admin": "newAdmin",
  "order-placed": "orderPlaced",
  "order-approved": "orderApproved",
  "order-rejected": "orderRejected",
  "order-lapsed": "orderExpired",
  "order-payment-asked": "paymentAsked",
  "order-paid": "orderPaid",
  "order-refund-due": "orderRefundDue",
  "order-refunded": "orderRefunded",
  "order-message": "orderMessage",
  "payment-review": "paymentReview",
  "new-order": "newOrder",
  "mostly-held": "mostlyHeld",
  "backups-failed": "backupsFailed",
  "guarded-values": "guardedValues",
  "contact-message": "contactMessage",
  "waitlist-confirm": "waitlistConfirm",
  "back-in-stock": "backInStock",
} as const satisfies Record<EmailKind, KeyIn<"adminEmails">>;

/** The labels of an email's states. */
export const stateWords = {
  kept: "stored",
  waiting: "waiting",
  sent: "sent",
  failed: "notSent",
} as const satisfies Record<EmailState, KeyIn<"adminEmails">>;
