import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { indianClock } from "#shop/settings/shop-clock.ts";
import { aStrangersOrder, aWholeOrder } from "#tests/support/shop/shown-orders.ts";
import { timeText } from "#web/parts/text/time-text.ts";
import { answerOf, newProofAnswer } from "./order-answer.ts";

const texts = textsIn("en", "order");
const formTexts = textsIn("en", "orderForm");

const asked = {
  wait: null,
  record: null,
  isAsked: false,
  timeText: (at: Date) => timeText(at, indianClock, textsIn("en", "parts")),
  paying: null,
  texts,
};
const answer = (order: OrderView, now: Date, hasPaymentInstructions: boolean) => answerOf(order, { ...asked, now, hasPaymentInstructions });

const buyers = { createdAt: new Date("2026-11-21T12:00:00Z"), privatePath: "/order-status/REQ-A/key/k" };
const pending = aWholeOrder("pending", { ...buyers, mayCancel: true });
const approved = aWholeOrder("approved", buyers);
const soon = new Date("2026-11-21T12:01:00Z");

test("[S1.2] a pending order says by when", () => {
  expect(answer(pending, soon, true).next).toContain("by 22 Nov 2026, 5:30 pm IST");
  expect(answer({ ...pending, paymentMethod: "amazon" }, soon, true).next).toContain("We're checking your gift card");
});

test("[S14.14] a review says how long reviews took lately, and the longer time where the promise does not hold; late or unpaid says nothing", () => {
  const record = "Lately, half of our reviews took up to 40 minutes, and 9 of 10 up to 30 hours.";
  const wait = { halfMs: 40 * 60_000, mostMs: 30 * 3_600_000 };
  const told = (order: OrderView, now = soon) => answerOf(order, { ...asked, wait, record, now, hasPaymentInstructions: true }).next;
  expect(told(pending)).toContain(`by 22 Nov 2026, 11:30 pm IST`);
  for (const order of [pending, { ...pending, paymentMethod: "amazon" as const }, { ...pending, paidAt: soon }])
    expect(told(order)).toContain(record);
  expect(told(pending, new Date("2026-11-23T12:00:00Z"))).toBe(texts("late"));
  expect(told({ ...pending, paymentVerified: false })).not.toContain(record);
});

test("[S14.3] an order whose buyer is asked says so first, not that it is reviewed or late", () => {
  for (const now of [soon, new Date("2026-11-23T12:00:00Z")])
    expect(answerOf(pending, { ...asked, now, isAsked: true, hasPaymentInstructions: true })).toEqual({
      title: "We have a question",
      next: "Answer below, and we go on with your order.",
    });
});

test("[S1.4] a Request First order says what really happens: the IDs come first, and how to pay with them or from the owner", () => {
  const begin = "We're reviewing your order. You'll hear by 22 Nov 2026, 5:30 pm IST, right here.";
  expect(answer(pending, soon, true).next).toBe(`${begin} When we approve it, your IDs and how to pay appear here.`);
  const one = answer({ ...pending, quantity: 1 }, soon, false);
  expect(one.next).toBe(`${begin} When we approve it, your ID appears here, and we'll tell you how to pay.`);
  expect(answer({ ...pending, paymentMethod: "amazon" }, soon, true).next).not.toContain("pay");
});

test("[S10.1] a free order says that it is reviewed, and nothing of paying", () => {
  const free = { pricePaise: 0, totalPaise: 0, quantity: 1 };
  for (const hasPaymentInstructions of [true, false]) {
    const { next } = answer({ ...pending, ...free }, soon, hasPaymentInstructions);
    expect(next).toMatch(/right here\. When we approve it, your ID appears here\.$/);
    expect(answer({ ...approved, ...free }, soon, hasPaymentInstructions).next).not.toContain("pay");
  }
});

test("[S1.4] an unpaid approved order says who explains how to pay if the page does not", () => {
  expect(answer(approved, soon, false).next).toContain(texts("payLater"));
  expect(answer(approved, soon, true).next).not.toContain(texts("payLater"));
  const paid = { ...approved, paidAt: soon };
  expect(answer(paid, soon, false).next).not.toContain(texts("payLater"));
  expect(answer({ ...approved, paymentMethod: "amazon" }, soon, false).next).not.toContain(texts("payLater"));
});

test("[S1.2] an order that waits longer than promised says so", () => {
  expect(answer(pending, new Date("2026-11-22T12:00:01Z"), true).next).toContain("longer than we promise");
});

test("[S4.9] an order whose gift card is verified is in review, and its card is not checked any more", () => {
  const verified = { ...pending, paymentMethod: "amazon" as const, paymentVerified: true };
  expect(answer(verified, soon, true)).toEqual({
    title: "Your payment is verified",
    next: "We're reviewing your order. You'll hear by 22 Nov 2026, 5:30 pm IST, right here. When we approve it, your IDs appear here.",
  });
});

test("[S4.9] after a failed verification the buyer is asked for a new code and picture, a stranger is not", () => {
  const failed = { ...pending, paymentMethod: "amazon" as const, paymentVerified: false };
  expect(answer({ ...failed, mayResendProof: true }, soon, true).next).toContain("new picture");
  expect(answer(failed, soon, true).next).toContain("The buyer can");
});

test("[S1.2] [S10.6] an order to pay online says one thing: IDs as soon as the payment arrives, or after a check", () => {
  const paying = { state: "open" as const, provider: "stripe" as const, payablePaise: 1, payUrl: "x", payBy: soon, isTriedAgain: false };
  const told = (isAtOnce: boolean) =>
    answerOf(
      { ...pending, paymentMethod: "stripe" },
      { ...asked, now: soon, hasPaymentInstructions: true, paying: { ...paying, isAtOnce } },
    ).next;
  expect(told(true)).toBe("Pay online below. Your IDs appear here as soon as the payment arrives.");
  expect(told(false)).toBe("Pay online below. We check your order within 12-24 hours. Then your IDs appear here.");
  const paid = { ...pending, paymentMethod: "upi" as const, paidAt: soon };
  expect(answer(paid, soon, true).next).toContain("You'll hear by 22 Nov 2026, 5:31 pm IST. Then your IDs appear right here.");
});

test("[S2.15] an approved order promises its IDs to the buyer alone", () => {
  expect(answer(approved, soon, true).title).toBe("Your IDs are here");
  expect(answer({ ...approved, quantity: 1 }, soon, true).title).toBe("Your ID is here");
  const strangers = aStrangersOrder({ status: "approved" });
  expect(answer(strangers, soon, true).next).toContain("Only the buyer can see the IDs");
});

test("[S6.6] an approved order reminds of its private link only where it has one", () => {
  expect(answer(approved, soon, true).next).toContain("private link");
  expect(answer({ ...approved, privatePath: null }, soon, true).next).not.toContain("private link");
});

test("[S4.9] a form for a new proof that goes away says why: it was sent, or an admin decided meanwhile", () => {
  expect(newProofAnswer({ status: "pending", paymentVerified: null }, formTexts)).toBe(formTexts("newProofSent"));
  expect(newProofAnswer({ status: "pending", paymentVerified: true }, formTexts)).toBe(formTexts("newProofNotNeeded"));
  expect(newProofAnswer({ status: "approved", paymentVerified: false }, formTexts)).toBe(formTexts("newProofNotNeeded"));
  expect(newProofAnswer({ status: "cancelled", paymentVerified: false }, formTexts)).toBeNull();
});

test("[S10.3] who comes back from a payment app in another browser reads how to see the IDs, before and after the delivery", () => {
  for (const status of ["pending", "approved"] as const) {
    const { next } = answer(aStrangersOrder({ status, paymentMethod: "razorpay" }), soon, true);
    expect(next).toContain("Open the private link, log in, or use the browser you ordered in.");
  }
});
