/** The providers whose answer proves a payment. */
export const providerNames = ["razorpay", "stripe"] as const;
export type ProviderName = (typeof providerNames)[number];

/** Where money comes from that is proven: a line of a bank statement, or a provider's answer. [S10.2] */
export const provenSources = ["upi", ...providerNames] as const;
export type ProvenSource = (typeof provenSources)[number];

/** Where money comes from; `by_hand`: paid outside the shop, and noted with the first refund of its order. [S15.6] */
export const paymentSources = [...provenSources, "by_hand"] as const;
export type PaymentSource = (typeof paymentSources)[number];

/**
 * What became of a payment: it pays for its order, waits for a look, goes back, went back, or is
 * ignored with a reason. [S10.9]
 */
export const paymentStates = ["matched", "review", "refund due", "refunded", "ignored"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Whether a text names a provider. */
export function isProviderName(text: string): text is ProviderName {
  return providerNames.some((name) => name === text);
}

/**
 * Why a payment did not simply pay for its order: too little, too much, another currency, no order,
 * late without stock, late and above the owner's limits, paid twice, or an order that was rejected
 * or cancelled. [S10.8]
 */
export const paymentProblems = ["short", "over", "currency", "unknown", "late", "limit", "duplicate", "rejected", "cancelled"] as const;
export type PaymentProblem = (typeof paymentProblems)[number];

/** The owner's limits that keep a paid order from being delivered at once. [S10.6] */
export const instantLimits = ["product", "amount", "ids", "new buyers"] as const;
export type InstantLimit = (typeof instantLimits)[number];

/** How an attempt at a provider stands. Paid absorbs; any other end may still become paid. */
export const attemptStates = ["opening", "open", "paid", "failed", "expired", "cancelled"] as const;
export type AttemptState = (typeof attemptStates)[number];

export const refundWays = ["provider", "by hand"] as const;

/** `due`: to be sent to the provider. `sent`: the provider has not finished it. */
export const refundStates = ["due", "sent", "done", "failed"] as const;

/**
 * How a dispute at a provider stands: the owner has to answer, its bank looks at the answer, or it
 * is over; `closed` without a decision. [S10.18]
 */
export const disputeStates = ["to answer", "under review", "won", "lost", "closed"] as const;
export type DisputeState = (typeof disputeStates)[number];

/** What a bank statement's line proves: `certain` and `likely` name an order. [S10.13] */
export const lineVerdicts = ["certain", "likely", "conflict", "other"] as const;
export type LineVerdict = (typeof lineVerdicts)[number];

/**
 * How far the UTR of a statement's line is one: in the bank's own column or alone at the bank's own
 * place; there, beside other numbers; or anywhere, where its payer may have written it. [S10.13]
 */
export const lineTrusts = ["sure", "placed", "guessed"] as const;
export type LineTrust = (typeof lineTrusts)[number];

/**
 * Whether the bank's statement has a payment that an alert brought: it is awaited, found, or lacks
 * in a statement of its days, until the owner has looked at it. [S16.8]
 */
export const bankProofs = ["awaited", "proven", "missing", "looked at"] as const;
export type BankProof = (typeof bankProofs)[number];

/**
 * Why an alert did not deliver by itself: its sender, account or time does not fit, alerts do not
 * deliver, it means no pending order surely enough, a limit of instant delivery, or the day's.
 * [S16.6]
 */
export const alertWaits = ["sender", "account", "late", "off", "order", "limit", "day"] as const;
export type AlertWait = (typeof alertWaits)[number];

/** The only currency in which an order is paid. */
export const RUPEES = "INR";
