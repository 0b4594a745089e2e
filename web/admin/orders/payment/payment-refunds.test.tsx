import { expect, test } from "vitest";
import { linksOf, wordsOf, written } from "#tests/support/web/render.tsx";
import { PaymentRefunds } from "./payment-refunds.tsx";
import type { ShownRefund } from "./shown-payment.ts";

const refund: ShownRefund = {
  id: "1",
  paise: 100,
  how: "by hand",
  state: "done",
  providerId: null,
  reference: "NEFT",
  problem: null,
  adminId: "a",
  reason: "",
  creditNote: null,
  createdAt: new Date("2026-11-26T12:00:00Z"),
  doneAt: new Date("2026-11-26T12:00:00Z"),
};

test("[S10.15] a refund leads to its credit note, and one without a note leads nowhere", () => {
  const refunds = [refund, { ...refund, id: "2", creditNote: { number: "CN/2026-27/00007", place: 2 } }];
  const payment = { source: "upi", currency: "INR", requestCode: "REQ-A", refunds } as const;
  const html = written(<PaymentRefunds payment={{ ...payment, refunds }} currency="₹" />);
  expect(linksOf(html)).toEqual([["Credit note  CN/2026-27/00007", "/order-status/REQ-A/credit-notes/2"]]);
});

test("[S10.10] what is wrong with a refund is said whether it failed or is done", () => {
  const problem = { text: "The buyer may have it twice." };
  for (const state of ["failed", "done"] as const) {
    const payment = {
      source: "razorpay",
      currency: "INR",
      requestCode: "REQ-A",
      refunds: [{ ...refund, how: "provider", state, problem }],
    } as const;
    expect(wordsOf(written(<PaymentRefunds payment={{ ...payment, refunds: [...payment.refunds] }} currency="₹" />))).toContain(
      problem.text,
    );
  }
});
