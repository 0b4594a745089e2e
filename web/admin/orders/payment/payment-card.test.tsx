import { expect, test } from "vitest";
import type { BankProof } from "#shop/payments/payment.ts";
import { tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import { decisionAddress, formOf } from "./money-address.ts";
import { ASKED_FOR } from "./own-answers.ts";
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
  refused: undefined,
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

test("[S10.9] [S15.11] what a refused match asks is asked for the order that was sent, and ticked only if it was ticked for it", () => {
  const tickOf = (refused: Record<string, string>) => {
    const refusal = { ok: false, code: "recalledIdsConfirm", field: "recalledConfirmed", sentence: "Recalled." } as Sending["refusal"];
    const sent = formOf(decisionAddress(payment.id, "match", "open"));
    const card = written(
      <PaymentCard
        payment={{ ...payment, state: "review", requestCode: null, orderStatus: null }}
        list="open"
        currency="₹"
        sending={{ ...sending, sent, refusal, refused }}
      />,
    );
    const [tick = ""] = tagsWith(card, 'name="recalledConfirmed"');
    return { isTicked: tick.includes("checked"), asked: tagsWith(card, `name="${ASKED_FOR}"`, 'value="REQ-B"').length };
  };
  expect(tickOf({ requestCode: "REQ-B" })).toEqual({ isTicked: false, asked: 1 });
  expect(tickOf({ requestCode: "REQ-B", recalledConfirmed: "on", [ASKED_FOR]: "REQ-A" })).toEqual({ isTicked: false, asked: 1 });
  expect(tickOf({ requestCode: "REQ-B", recalledConfirmed: "on", [ASKED_FOR]: "REQ-B" })).toEqual({ isTicked: true, asked: 1 });
});
