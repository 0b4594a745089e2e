import { expect, test } from "vitest";
import type { BankProof } from "#shop/payments/payment.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { PaymentCard, type Sending } from "./payment-card.tsx";
import type { ShownPayment } from "./shown-payment.ts";

const payment: ShownPayment = {
  id: "p",
  source: "upi",
  reference: "632912345678",
  paise: 12_000,
  currency: "INR",
  paidAt: new Date("2026-11-26T12:00:00Z"),
  receivedAt: new Date("2026-11-26T12:00:00Z"),
  payer: null,
  feePaise: null,
  state: "matched",
  problem: null,
  heldBack: null,
  reason: null,
  decidedBy: null,
  decidedAt: null,
  bankProof: null,
  requestCode: "REQ-A",
  orderStatus: "approved",
  refunds: [],
  disputes: [],
  refundedPaise: 0,
  refundingPaise: 0,
};
const sending: Sending = {
  Form: "form" as unknown as Sending["Form"],
  isBusy: false,
  refusal: null,
  sent: null,
  typed: undefined,
  onSend() {},
};
const cardOf = (payer: string, bankProof: BankProof | null) =>
  written(<PaymentCard payment={{ ...payment, payer, bankProof }} list="open" currency="₹" sending={sending} />);

test("[S16.8] a bank's message does not stand as who paid; it can be opened whole", () => {
  const sms = "VM-HDFCBK Rs.120.00 credited to A/c XX1234 by asha@okbank (UPI 632912345678)";
  for (const proof of ["awaited", "proven"] as const) {
    const card = cardOf(sms, proof);
    expect(wordsOf(card)).not.toContain("Paid by");
    expect(card).toMatch(/<details><summary[^>]*>The bank(&#x27;|')s message<\/summary><p[^>]*>VM-HDFCBK/);
  }
  const named = cardOf("Asha Rao", null);
  expect(wordsOf(named)).toMatch(/Paid by\|Asha Rao/);
  expect(named).not.toContain("message</summary>");
});
