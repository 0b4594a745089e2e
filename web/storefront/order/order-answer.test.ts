import { expect, test } from "vitest";
import { messages } from "#shop/messages.ts";
import { indianClock } from "#shop/settings/shop-clock.ts";
import { aStrangersOrder, aWholeOrder } from "#tests/support/shop/shown-orders.ts";
import { answerOf, newProofAnswer } from "./order-answer.ts";

const buyers = { createdAt: new Date("2026-11-21T12:00:00Z"), privatePath: "/order-status/REQ-A/key/k" };
const pending = aWholeOrder("pending", { ...buyers, mayCancel: true });
const approved = aWholeOrder("approved", buyers);
const soon = new Date("2026-11-21T12:01:00Z");

test("[S1.2] a pending order says by when", () => {
  expect(answerOf(pending, soon, indianClock, true).next).toContain("by 22 Nov 2026, 5:30 pm IST");
  expect(answerOf({ ...pending, paymentMethod: "amazon" }, soon, indianClock, true).next).toContain("We check your gift card");
});

test("[S1.4] a Request First order says what really happens: the IDs come first, and how to pay with them or from the owner", () => {
  const begin = "We're reviewing your order. You'll hear by 22 Nov 2026, 5:30 pm IST, right here.";
  expect(answerOf(pending, soon, indianClock, true).next).toBe(`${begin} When we approve it, your IDs and how to pay appear here.`);
  const one = answerOf({ ...pending, quantity: 1 }, soon, indianClock, false);
  expect(one.next).toBe(`${begin} When we approve it, your ID appears here, and we tell you how to pay.`);
  expect(answerOf({ ...pending, paymentMethod: "amazon" }, soon, indianClock, true).next).not.toContain("pay");
});

test("[S1.4] an unpaid approved order says who explains how to pay if the page does not", () => {
  expect(answerOf(approved, soon, indianClock, false).next).toContain(messages.payLater);
  expect(answerOf(approved, soon, indianClock, true).next).not.toContain(messages.payLater);
  const paid = { ...approved, paidAt: soon };
  expect(answerOf(paid, soon, indianClock, false).next).not.toContain(messages.payLater);
  expect(answerOf({ ...approved, paymentMethod: "amazon" }, soon, indianClock, false).next).not.toContain(messages.payLater);
});

test("[S1.2] an order that waits longer than promised says so", () => {
  expect(answerOf(pending, new Date("2026-11-22T12:00:01Z"), indianClock, true).next).toContain("longer than we promise");
});

test("[S4.9] after a failed verification the buyer is asked for a new code and picture, a stranger is not", () => {
  const failed = { ...pending, paymentMethod: "amazon" as const, paymentVerified: false };
  expect(answerOf({ ...failed, mayResendProof: true }, soon, indianClock, true).next).toContain("new picture");
  expect(answerOf(failed, soon, indianClock, true).next).toContain("The buyer can");
});

test("[S2.15] an approved order promises its IDs to the buyer alone", () => {
  expect(answerOf(approved, soon, indianClock, true).title).toBe("Your IDs are here");
  expect(answerOf({ ...approved, quantity: 1 }, soon, indianClock, true).title).toBe("Your ID is here");
  const strangers = aStrangersOrder({ status: "approved" });
  expect(answerOf(strangers, soon, indianClock, true).next).toContain("Only the buyer can see the IDs");
});

test("[S6.6] an approved order reminds of its private link only where it has one", () => {
  expect(answerOf(approved, soon, indianClock, true).next).toContain("private link");
  expect(answerOf({ ...approved, privatePath: null }, soon, indianClock, true).next).not.toContain("private link");
});

test("[S4.9] a form for a new proof that goes away says why: it was sent, or an admin decided meanwhile", () => {
  expect(newProofAnswer({ status: "pending", paymentVerified: null })).toBe(messages.newProofSent);
  expect(newProofAnswer({ status: "pending", paymentVerified: true })).toBe(messages.newProofNotNeeded);
  expect(newProofAnswer({ status: "approved", paymentVerified: false })).toBe(messages.newProofNotNeeded);
  expect(newProofAnswer({ status: "cancelled", paymentVerified: false })).toBeNull();
});
