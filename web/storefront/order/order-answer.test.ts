import { expect, test } from "vitest";
import { messages } from "#shop/messages.ts";
import { nothingErased } from "#shop/orders/order-view.ts";
import { indianClock } from "#shop/shop-clock.ts";
import { answerOf, newProofAnswer } from "./order-answer.ts";

const pending = {
  status: "pending" as const,
  quantity: 2,
  paymentMethod: "request" as const,
  paymentVerified: null,
  createdAt: new Date("2026-11-21T12:00:00Z"),
  delivered: null,
  mayResendProof: false,
  mayCancel: true,
  privatePath: "/order-status/REQ-A/key/k",
};
const soon = new Date("2026-11-21T12:01:00Z");

test("[S1.2] a pending order says by when", () => {
  expect(answerOf(pending, soon, indianClock).next).toContain("by 22 Nov 2026, 5:30 pm IST");
  expect(answerOf({ ...pending, paymentMethod: "amazon" }, soon, indianClock).next).toContain("We check your gift card");
});

test("[S1.2] an order that waits longer than promised says so", () => {
  expect(answerOf(pending, new Date("2026-11-22T12:00:01Z"), indianClock).next).toContain("longer than we promise");
});

test("[S4.9] after a failed verification the buyer is asked for a new code and picture, a stranger is not", () => {
  const failed = { ...pending, paymentMethod: "amazon" as const, paymentVerified: false };
  expect(answerOf({ ...failed, mayResendProof: true }, soon, indianClock).next).toContain("new picture");
  expect(answerOf(failed, soon, indianClock).next).toContain("The buyer can");
});

test("[S2.15] an approved order promises its IDs to the buyer alone", () => {
  const approved = { ...pending, status: "approved" as const };
  const delivered = {
    deliveredIds: ["a", "b"],
    downloadLink: null,
    reason: null,
    replacedAt: [null, null],
    paidAt: null,
    erased: nothingErased,
  };
  expect(answerOf({ ...approved, delivered }, soon, indianClock).title).toBe("Your IDs are here");
  expect(answerOf({ ...approved, quantity: 1, delivered }, soon, indianClock).title).toBe("Your ID is here");
  expect(answerOf(approved, soon, indianClock).next).toContain("Only the buyer can see the IDs");
});

test("[S6.6] an approved order reminds of its private link only where it has one", () => {
  const approved = {
    ...pending,
    status: "approved" as const,
    delivered: { deliveredIds: ["a"], downloadLink: null, reason: null, replacedAt: [null], paidAt: null, erased: nothingErased },
  };
  expect(answerOf(approved, soon, indianClock).next).toContain("private link");
  expect(answerOf({ ...approved, privatePath: null }, soon, indianClock).next).not.toContain("private link");
});

test("[S4.9] a form for a new proof that goes away says why: it was sent, or an admin decided meanwhile", () => {
  expect(newProofAnswer({ status: "pending", paymentVerified: null })).toBe(messages.newProofSent);
  expect(newProofAnswer({ status: "pending", paymentVerified: true })).toBe(messages.newProofNotNeeded);
  expect(newProofAnswer({ status: "approved", paymentVerified: false })).toBe(messages.newProofNotNeeded);
  expect(newProofAnswer({ status: "cancelled", paymentVerified: false })).toBeNull();
});
