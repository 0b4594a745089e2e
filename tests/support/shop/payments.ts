import type { payments } from "#shop/payments/tables.server.ts";

/** A payment of ₹499 by UPI that pays for an order; each has a UTR of its own. */
export function aPaymentRow(overrides: Partial<typeof payments.$inferInsert> = {}): typeof payments.$inferInsert {
  const at = new Date();
  return {
    ...{ id: crypto.randomUUID(), source: "upi", reference: aUtr(), paise: 49_900, currency: "INR", paidAt: at, receivedAt: at },
    ...{ state: "matched", ...overrides },
  };
}

/** 12 random digits, as a bank gives a payment. */
export function aUtr(): string {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n)
    .padStart(12, "4")
    .slice(-12);
}
