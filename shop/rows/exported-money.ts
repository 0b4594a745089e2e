import { column, type ExportedTable, reported } from "./exported-column.ts";
import { currentStoredText } from "./names-before-1.0.ts";

const byId = { column: "id", type: "text" } as const;

/** The attempts to pay at a provider, as exported. */
export const attempts: ExportedTable = {
  name: "payment-attempts",
  title: "Attempts to pay",
  table: "payment_attempts",
  key: byId,
  isInner: true,
  means: "How orders were to be paid at a provider.",
  columns: [
    column("text", "id", "Its id."),
    column("text", "orderId", "The order."),
    column("text", "provider", "razorpay or stripe."),
    column("number", "number", "Which attempt of its order it is, from 1."),
    column("text", "reference", "The reference that the provider was given."),
    column("text", "providerId", "What the provider calls it."),
    column("paise", "paise", "What was to be paid."),
    column("text", "state", "opening, open, paid, failed, expired or cancelled."),
    column("text", "request", "What was sent to open it."),
    column("text", "payUrl", "Where its buyer pays."),
    column("time", "createdAt", "When it began."),
    column("time", "openedAt", "When the provider had it."),
    column("time", "expiresAt", "When it ends."),
    column("time", "closedAt", "When it ended."),
    column("time", "nextCheckAt", "When the provider is asked again; empty: no more."),
    column("text", "failure", "What went wrong.", { read: currentStoredText }),
  ],
};

/** The money that came in, as exported. */
export const payments: ExportedTable = {
  name: "payments",
  title: "Payments",
  table: "payments",
  key: byId,
  isInner: true,
  means: "The money that came in, and what became of it.",
  columns: [
    column("text", "id", "Its id."),
    column("text", "source", "upi, razorpay or stripe."),
    column("text", "reference", "The provider's id of it, or the UTR."),
    column("paise", "paise", "The amount, in hundredths of its currency."),
    column("text", "currency", "The currency, such as INR."),
    column("time", "paidAt", "When it was paid, by the provider's clock."),
    column("time", "receivedAt", "When the shop learned of it."),
    column("text", "payer", "Who paid, as the bank or provider says.", { isEncrypted: true }),
    column("paise", "feePaise", "What the provider keeps of it."),
    column("text", "orderId", "The order that it is for, where one is known."),
    column("text", "attemptId", "The attempt that it came by."),
    column("text", "state", "matched (it pays for its order), review, refund due, refunded or ignored."),
    column("text", "problem", "Why it did not simply pay for its order."),
    column("text", "heldBack", "Which limit kept its order from being delivered at once: product, amount, ids or new buyers."),
    column("text", "reason", "Why it is ignored."),
    column("text", "decidedBy", "The id of the account that matched or ignored it; empty: the shop itself."),
    column("time", "decidedAt", "When that was."),
    column("yes or no", "isBesideLine", "Whether an admin said that it is other money than a bank line like it."),
  ],
};

/** The money that went back, as exported. */
export const refunds: ExportedTable = {
  name: "refunds",
  title: "Refunds",
  table: "refunds",
  key: byId,
  isInner: true,
  means: "The money that went back.",
  columns: [
    column("text", "id", "Its id."),
    column("text", "paymentId", "The payment of which it gives back."),
    column("paise", "paise", "The amount."),
    column("text", "how", "provider, or by hand."),
    column("text", "idempotencyKey", "By which the provider knows it again."),
    column("text", "providerId", "What the provider calls it."),
    column("text", "reference", "By hand: how the transfer is found again."),
    column("text", "state", "due, sent, done or failed."),
    column("text", "problem", "What went wrong.", { read: currentStoredText }),
    column("text", "adminId", "The id of the account that asked for it; empty: the shop itself."),
    column("text", "reason", "Why."),
    column("time", "createdAt", "When it was asked for."),
    column("time", "nextAttemptAt", "When the provider is asked again."),
    column("time", "doneAt", "When it was done."),
  ],
};

/** The credit notes of refunds, as exported. */
export const creditNotes: ExportedTable = {
  name: "credit-notes",
  title: "Credit notes",
  table: "credit_notes",
  isInner: true,
  key: { column: "refund_id", type: "text" },
  means: "What each refund took back of the receipt of its order; seller and tax are those of the receipt.",
  columns: [
    column("text", "refundId", "The refund."),
    column("text", "orderId", "The order, whose receipt it is about."),
    reported("text", "code", "Its number as it is printed.", "t.code"),
    column("number", "year", "The year in which its financial year begins."),
    column("number", "number", "Its number in that financial year, from 1 and without gaps."),
    column("time", "issuedAt", "Its date: when the refund was done."),
    column("paise", "paise", "The amount, with its tax."),
  ],
};

/** The amounts that UPI orders have for themselves, as exported. */
export const upiAmounts: ExportedTable = {
  name: "upi-amounts",
  title: "Amounts of UPI orders",
  table: "upi_amounts",
  isInner: true,
  key: { column: "paise", type: "bigint" },
  means: "The amounts by which payments by UPI are told apart.",
  columns: [
    column("paise", "paise", "The amount."),
    column("text", "orderId", "The order that has it."),
    column("time", "freeAt", "From when another order may have it; empty: its order is open."),
  ],
};

/** The uploaded bank statements, as exported. */
export const statements: ExportedTable = {
  name: "statements",
  title: "Bank statements",
  table: "statements",
  key: byId,
  isInner: true,
  means: "The bank statements that admins uploaded.",
  columns: [
    column("text", "id", "Its id."),
    column("text", "bank", "The bank whose layout it has."),
    column("text", "fileName", "What the file was called."),
    column("text", "state", "reading, preview or confirmed."),
    column("object", "columns", "Which column is which, where an admin chose."),
    column("number", "lines", "How many credits it has."),
    column("number", "knownLines", "How many of them an earlier statement had."),
    column("text", "adminId", "The id of the account that uploaded it."),
    column("time", "uploadedAt", "When."),
    column("time", "confirmedAt", "When an admin confirmed what it pays for."),
  ],
};

/** The credits of bank statements, as exported. */
export const lines: ExportedTable = {
  name: "statement-lines",
  title: "Lines of bank statements",
  table: "statement_lines",
  isInner: true,
  key: { column: "id", type: "bigint" },
  means: "The credits of bank statements, each once.",
  columns: [
    column("number", "id", "Its number."),
    column("text", "statementId", "The statement that had it first."),
    column("hex", "fingerprint", "By which it is known again in another file."),
    column("text", "day", "The day, such as 2026-11-26.", { sql: "t.day::text" }),
    column("paise", "paise", "The amount."),
    column("text", "reference", "The number that is most likely its UTR."),
    column("text", "trust", "How far it is one: sure, placed or guessed."),
    column("list of text", "numbers", "All its numbers of 12 digits."),
    column("yes or no", "isReversal", "Whether the bank marks it as money that comes back."),
    column("text", "narration", "What the bank wrote.", { isEncrypted: true }),
    column("text", "verdict", "certain, likely, conflict or other."),
    column("text", "orderId", "The order that it seems to pay for."),
    column("text", "paymentId", "The payment that it became."),
  ],
};
