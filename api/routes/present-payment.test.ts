import { expect, test } from "vitest";
import type { WholeOrder } from "#shop/orders/reading/order-view.ts";
import { aWholeOrder } from "#tests/support/shop/shown-orders.ts";
import { paymentJson } from "./present-payment.ts";

const stateOf = (order: WholeOrder) => paymentJson(order, { payee: null, paying: null })?.state ?? null;
const upi = { paymentMethod: "upi" } as const;
const back = (duePaise: number, sentPaise: number, donePaise: number) => ({ moneyBack: { duePaise, sentPaise, donePaise } });

test("[S10.6] [S10.8] an order whose money came, and that still waits, is under review, however its buyer paid", () => {
  expect(stateOf(aWholeOrder("pending", { ...upi, paidAt: new Date() }))).toBe("review");
  expect(stateOf(aWholeOrder("pending", { ...upi, hasPaymentToReview: true }))).toBe("review");
  expect(stateOf(aWholeOrder("pending", { paymentMethod: "request", hasPaymentToReview: true }))).toBe("review");
  expect(stateOf(aWholeOrder("pending", { paymentMethod: "request" }))).toBeNull();
});

test("[S10.8] [S10.10] an order by UPI that ended says whether its money goes back, or nobody paid in time", () => {
  expect(stateOf(aWholeOrder("rejected", { ...upi, ...back(100, 0, 0) }))).toBe("refund_due");
  expect(stateOf(aWholeOrder("cancelled", { ...upi, ...back(0, 100, 50) }))).toBe("refund_due");
  expect(stateOf(aWholeOrder("cancelled", { ...upi, hasPaymentToReview: true }))).toBe("review");
  expect(stateOf(aWholeOrder("cancelled", { ...upi, ...back(0, 0, 100) }))).toBe("refunded");
  expect(stateOf(aWholeOrder("cancelled", { ...upi, expiredAfterHours: 0 }))).toBe("expired");
  expect(stateOf(aWholeOrder("approved", { ...upi, paidAt: new Date(), ...back(0, 0, 100) }))).toBe("paid");
});
