import { expect, test } from "vitest";
import { payingPart } from "./paying-part.ts";

const holdUntil = new Date("2026-11-26T12:20:00Z");
const waiting = { status: "pending" as const, paidAt: null, holdUntil, payablePaise: 49_900 };
const open = { state: "open" as const, payUrl: "https://rzp.io/i/x", hasFailed: false };
const without = { payUrl: null, hasFailed: false };
const stateOf = (given: Partial<Parameters<typeof payingPart>[0]>) =>
  payingPart({ provider: "razorpay", order: waiting, attempt: null, payments: [], isAtOnce: true, ...given });

test("[S10.3] an order that waits shows where to pay and until when, as soon as its page is open", () => {
  const unpaid = { provider: "razorpay", payablePaise: 49_900, payUrl: null, payBy: holdUntil, isAtOnce: true };
  const opening = { ...unpaid, state: "opening", isTriedAgain: false };
  expect(stateOf({ attempt: { state: "opening", ...without } })).toEqual(opening);
  expect(stateOf({ attempt: { state: "opening", ...without, hasFailed: true } })).toEqual({ ...opening, isTriedAgain: true });
  expect(stateOf({ attempt: open })).toMatchObject({ state: "open", payUrl: open.payUrl, payBy: holdUntil });
  expect(stateOf({ attempt: { state: "failed", ...without, hasFailed: true } })).toMatchObject({ state: "failed", payBy: holdUntil });
  expect(stateOf({ attempt: { ...open, state: "cancelled" } })).toMatchObject({ state: "expired", payUrl: null });
});

test("[S10.3] an order whose attempt was never written, because the shop was stopped, can be paid again", () => {
  expect(stateOf({ attempt: null })).toMatchObject({ state: "failed", payUrl: null, payBy: holdUntil });
});

test("[S10.8] money says more than the attempt, and then there is nothing to pay", () => {
  const paid = { ...waiting, paidAt: holdUntil };
  expect(stateOf({ order: paid, attempt: open, payments: ["matched"] })).toMatchObject({ state: "review", payUrl: null, payBy: null });
  const approved = { ...paid, status: "approved" as const };
  expect(stateOf({ order: approved, attempt: open, payments: ["matched", "refund due"] })).toMatchObject({ state: "paid" });
  const cancelled = { ...waiting, status: "cancelled" as const };
  expect(stateOf({ order: cancelled, attempt: open, payments: ["refund due"] })).toMatchObject({ state: "refund_due", payUrl: null });
  expect(stateOf({ order: cancelled, attempt: open, payments: ["refunded"] })).toMatchObject({ state: "refunded" });
  expect(stateOf({ attempt: open, payments: ["review"] })).toMatchObject({ state: "review" });
});
