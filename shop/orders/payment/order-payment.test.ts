import { expect, test } from "vitest";
import { methodFor } from "../order.ts";
import { isToBePaid, paidAtApproval, takesTotal } from "./order-payment.ts";

const at = new Date("2026-11-21T12:00:00Z");
const before = new Date("2026-11-20T12:00:00Z");
const asked = { paymentMethod: "request", paymentVerified: null, paidAt: null, totalPaise: 49_900 } as const;
const gift = { ...asked, paymentMethod: "amazon" } as const;

test("[S1.5] approving a gift card order marks it paid, unless its payment failed verification; a date from before stays", () => {
  expect(paidAtApproval(gift, at)).toBe(at);
  expect(paidAtApproval({ ...gift, paymentVerified: true, paidAt: before }, at)).toBe(before);
  expect(paidAtApproval({ ...gift, paymentVerified: false }, at)).toBeNull();
});

test("[S1.4] approving a Request First order does not mark it paid: it is paid afterwards", () => {
  expect(paidAtApproval(asked, at)).toBeNull();
  expect(paidAtApproval({ ...asked, paidAt: before }, at)).toBe(before);
  expect(isToBePaid({ ...asked, status: "approved" })).toBe(true);
  expect(isToBePaid({ ...asked, status: "approved", paidAt: at })).toBe(false);
  expect(isToBePaid({ ...asked, status: "pending" })).toBe(false);
  expect(isToBePaid({ ...gift, status: "approved" })).toBe(false);
});

test("[S10.1] an order of nothing needs no payment, whatever its buyer chose", () => {
  expect(isToBePaid({ ...asked, status: "approved", totalPaise: 0 })).toBe(false);
  for (const method of ["request", "upi", "razorpay", "stripe"] as const) {
    expect(methodFor(method, 0)).toBe("request");
    expect(methodFor(method, 1)).toBe(method);
    expect(takesTotal(method, 0)).toBe(true);
  }
});

test("[S10.1] a provider takes nothing below a rupee", () => {
  expect([takesTotal("razorpay", 99), takesTotal("stripe", 99), takesTotal("upi", 1), takesTotal("request", 1)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect([takesTotal("razorpay", 100), takesTotal("stripe", 100)]).toEqual([true, true]);
});
