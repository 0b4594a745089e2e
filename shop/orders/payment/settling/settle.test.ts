import { expect, test } from "vitest";
import { HOUR_MS } from "#shop/constants.ts";
import { fateOf, type Money, type OrderToPay } from "./settle.ts";

const at = new Date("2026-11-26T10:00:00Z");
const ago = (hours: number) => new Date(at.getTime() - hours * HOUR_MS);

const anOrder = (changes: Partial<OrderToPay> = {}): OrderToPay => ({
  status: "pending",
  paymentMethod: "razorpay",
  totalPaise: 49_900,
  payablePaise: null,
  cancelledAt: null,
  isPaidFor: false,
  ...changes,
});
const fate = (order: OrderToPay | null, money: Partial<Money> = {}, latePaymentHours = 12) =>
  fateOf({ paise: 49_900, currency: "INR", ...money }, order, { at, latePaymentHours });

test("[S10.5] the whole amount in rupees pays for a pending order", () => {
  expect(fate(anOrder())).toEqual({ is: "pays", from: "reserved" });
});

test("[S10.12] an amount of its own is the amount to pay, and the total is then too much", () => {
  expect(fate(anOrder({ payablePaise: 49_863 }), { paise: 49_863 })).toEqual({ is: "pays", from: "reserved" });
  expect(fate(anOrder({ payablePaise: 49_863 }))).toEqual({ is: "review", problem: "over" });
});

test.for<[Partial<Money>, string]>([
  [{ paise: 49_899 }, "short"],
  [{ paise: 49_901 }, "over"],
  [{ currency: "USD" }, "currency"],
])("[S10.8] %o is under review, whether the order waits, was delivered or was cancelled", ([money, problem]) => {
  for (const order of [anOrder(), anOrder({ status: "approved" }), anOrder({ status: "cancelled", cancelledAt: ago(1) })])
    expect(fate(order, money)).toEqual({ is: "review", problem });
});

test("[S10.8] money of nothing we know is under review", () => {
  expect(fate(null)).toEqual({ is: "review", problem: "unknown" });
});

test("[S10.8] money reopens a cancelled order for some hours, and goes back later; never a rejected one", () => {
  const cancelled = (hours: number) => anOrder({ status: "cancelled", cancelledAt: ago(hours) });
  expect(fate(cancelled(12))).toEqual({ is: "pays", from: "stock" });
  expect(fate(cancelled(12.01))).toEqual({ is: "refund due", problem: "late" });
  expect(fate(cancelled(2), {}, 1)).toEqual({ is: "refund due", problem: "late" });
  expect(fate(cancelled(0.01), {}, 0), "0 hours: never").toEqual({ is: "refund due", problem: "late" });
  expect(fate(cancelled(-1), {}, 0), "0 hours, by a bank's line of a day before").toEqual({ is: "refund due", problem: "late" });
  expect(fate(cancelled(-1))).toEqual({ is: "pays", from: "stock" });
  expect(fate(anOrder({ status: "rejected" }))).toEqual({ is: "refund due", problem: "rejected" });
});

test("[S10.8] money for an order that is paid goes back, whatever its amount", () => {
  for (const status of ["pending", "approved"] as const)
    expect(fate(anOrder({ status, isPaidFor: true }), { paise: 1 })).toEqual({ is: "refund due", problem: "duplicate" });
  for (const isPaidByHand of [false, true])
    expect(fate(anOrder({ status: "approved", paymentMethod: "amazon", isPaidFor: isPaidByHand, isPaidByHand }))).toEqual({
      is: "refund due",
      problem: "duplicate",
    });
});

test("[S15.6] money for an order that was paid outside the shop and refunded in part is looked at: it may be the same", () => {
  for (const [status, paise] of [
    ["approved", 49_900],
    ["approved", 1],
    ["pending", 49_900],
  ] as const)
    expect(fate(anOrder({ status, isPaidFor: true, isPaidByHand: true }), { paise })).toEqual({ is: "review", problem: "duplicate" });
});

test("[S1.4] money for an order that is paid after its approval marks it as paid", () => {
  expect(fate(anOrder({ status: "approved", paymentMethod: "request" }))).toEqual({ is: "pays", from: "delivered" });
});
