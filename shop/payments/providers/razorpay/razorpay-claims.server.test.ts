import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { Razorpay, razorpayUtils } from "#tests/support/payments/official-packages.ts";
import type { WebhookSecret } from "../provider.ts";
import { parseRazorpayReturn, parseRazorpayWebhook } from "./razorpay-claims.server.ts";

const NOW = new Date("2026-11-26T12:00:00Z");
const SECRET = "the webhook secret";
const KEY_SECRET = "the key secret";
const inUse: WebhookSecret = { secret: SECRET, until: null };
const hmac = (key: string, message: string) => createHmac("sha256", key).update(message).digest("hex");

const body = JSON.stringify({
  entity: "event",
  account_id: "acc_1",
  event: "payment_link.paid",
  contains: ["payment_link", "payment"],
  payload: { payment_link: { entity: { id: "plink_1", reference_id: "REQ-1" } }, payment: { entity: { id: "pay_1", amount: 1 } } },
});
type Given = { text?: string; signature?: string; id?: string; secrets?: WebhookSecret[]; now?: Date };
const parse = ({ text = body, signature = hmac(SECRET, body), id = "E1", secrets = [inUse], now = NOW }: Given = {}) =>
  parseRazorpayWebhook(secrets, new Headers({ "x-razorpay-signature": signature, "x-razorpay-event-id": id }), Buffer.from(text), now);

test("[S10.4] a signature that Razorpay's own package accepts is accepted, and says what the event is about", () => {
  const signature = hmac(SECRET, body);
  expect(Razorpay.validateWebhookSignature(body, signature, SECRET)).toBe(true);
  expect(parse({ signature })).toEqual({
    outcome: "event",
    id: "E1",
    kind: "payment_link.paid",
    at: null,
    pageId: "plink_1",
    reference: "REQ-1",
    paymentReference: "pay_1",
    refundId: null,
    disputeId: null,
  });
});

test("[S10.4] a body, a signature or a secret that differs in the least is forged", () => {
  const forged = { outcome: "forged" };
  const right = hmac(SECRET, body);
  expect(parse({ text: `${body} ` })).toEqual(forged);
  expect(parse({ text: body.replace("plink_1", "plink_2") })).toEqual(forged);
  for (const signature of ["", "0", right.slice(1), `${right}0`, right.toUpperCase(), hmac("", body), hmac("other", body)])
    expect(parse({ signature }), signature).toEqual(forged);
  expect(parse({ secrets: [] })).toEqual(forged);
  expect(parse({ signature: hmac("", body), secrets: [{ secret: "", until: null }] }), "an empty secret").toEqual(forged);
  expect(parseRazorpayWebhook([inUse], new Headers(), Buffer.from(body), NOW)).toEqual(forged);
});

test("[S10.16] the secret before counts until its time, and not a moment longer", () => {
  const old = { secret: "the secret before", until: new Date(NOW.getTime() + 1) };
  const given = { signature: hmac(old.secret, body), secrets: [inUse, old] };
  expect(parse(given)).toMatchObject({ outcome: "event" });
  expect(parse({ ...given, now: old.until })).toEqual({ outcome: "forged" });
});

test("a signed event of any other kind or shape is an event about nothing", () => {
  for (const text of [
    "",
    "[]",
    "null",
    '"text"',
    '{"event":5}',
    '{"event":"payment_link.paid","payload":{"payment_link":{"entity":{"id":"../x"}}}}',
  ])
    expect(parse({ text, signature: hmac(SECRET, text) }), text).toMatchObject({
      outcome: "event",
      id: "E1",
      pageId: null,
      paymentReference: null,
    });
  const refund = JSON.stringify({
    event: "refund.processed",
    created_at: 1_764_158_400,
    payload: { refund: { entity: { id: "rfnd_1", payment_id: "pay_2" } } },
  });
  expect(parse({ text: refund, signature: hmac(SECRET, refund) })).toMatchObject({
    kind: "refund.processed",
    at: new Date("2025-11-26T12:00:00Z"),
    refundId: "rfnd_1",
    paymentReference: "pay_2",
  });
});

test("[S10.4] a captured payment alone names the order's reference in its notes", () => {
  const captured = (notes: unknown) =>
    JSON.stringify({ event: "payment.captured", payload: { payment: { entity: { id: "pay_1", amount: 1, notes } } } });
  const referenceIn = (notes: unknown) => parse({ text: captured(notes), signature: hmac(SECRET, captured(notes)) });
  expect(referenceIn({ reference: "REQ-1-1-x" })).toMatchObject({ pageId: null, reference: "REQ-1-1-x", paymentReference: "pay_1" });
  for (const notes of [[], null, "x", { reference: 5 }, { reference: "x".repeat(256) }, { other: "y" }])
    expect(referenceIn(notes), JSON.stringify(notes)).toMatchObject({ reference: null, paymentReference: "pay_1" });
});

test("[S10.18] each event of a dispute names the dispute and its payment", () => {
  const dispute = {
    id: "disp_Esz7KAitoYM7PJ",
    entity: "dispute",
    payment_id: "pay_EsyWjHrfzb59eR",
    amount: 39000,
    currency: "INR",
    amount_deducted: 0,
    reason_code: "pre_arbitration",
    respond_by: 1590604200,
    phase: "pre_arbitration",
    created_at: 1590059211,
  };
  const evidence = { amount: 39000, summary: null, shipping_proof: null, billing_proof: null, others: null, submitted_at: null };
  const payment = { id: "pay_EsyWjHrfzb59eR", entity: "payment", amount: 39000, currency: "INR", status: "captured", notes: [] };
  for (const [kind, status] of [
    ["created", "open"],
    ["under_review", "under_review"],
    ["action_required", "open"],
    ["won", "won"],
    ["lost", "lost"],
    ["closed", "closed"],
  ]) {
    const event = `payment.dispute.${kind}`;
    const payload = { payment: { entity: payment }, dispute: { entity: { ...dispute, status, evidence } } };
    const rest = { entity: "event", account_id: "acc_4fbkhzrlMNeBDb", contains: ["payment", "dispute"], created_at: 1590059213 };
    const text = JSON.stringify({ ...rest, event, payload });
    expect(parse({ text, signature: hmac(SECRET, text) })).toMatchObject({
      kind: event,
      paymentReference: "pay_EsyWjHrfzb59eR",
      disputeId: "disp_Esz7KAitoYM7PJ",
      refundId: null,
    });
  }
});

test("an event without an id of its own is known by its body", () => {
  const [one, same] = [parse({ id: "" }), parse({ id: "x y" })];
  expect(one).toEqual(same);
  expect(one).toMatchObject({ id: expect.stringMatching(/^body-[0-9a-f]{64}$/) });
});

const parts = { link: "plink_1", reference: "REQ-1", status: "paid", payment: "pay_1" };
function aReturn(given: Partial<typeof parts> & { signature?: string } = {}): URLSearchParams {
  const { link, reference, status, payment } = { ...parts, ...given };
  return new URLSearchParams({
    razorpay_payment_id: payment,
    razorpay_payment_link_id: link,
    razorpay_payment_link_reference_id: reference,
    razorpay_payment_link_status: status,
    razorpay_signature: given.signature ?? hmac(KEY_SECRET, Object.values(parts).join("|")),
  });
}

test("[S10.4] a return that Razorpay's own package accepts is accepted, and nothing that differs", () => {
  const signature = hmac(KEY_SECRET, Object.values(parts).join("|"));
  const named = { payment_link_id: "plink_1", payment_link_reference_id: "REQ-1", payment_link_status: "paid", payment_id: "pay_1" };
  expect(razorpayUtils.validatePaymentVerification(named, signature, KEY_SECRET)).toBe(true);
  expect(parseRazorpayReturn(KEY_SECRET, aReturn())).toEqual({
    outcome: "returned",
    pageId: "plink_1",
    reference: "REQ-1",
    isSigned: true,
  });

  const forged = { outcome: "forged" };
  for (const change of [
    { link: "plink_2" },
    { reference: "REQ-2" },
    { status: "created" },
    { payment: "pay_2" },
    { signature: "" },
    { signature: "00" },
  ])
    expect(parseRazorpayReturn(KEY_SECRET, aReturn(change)), JSON.stringify(change)).toEqual(forged);
  expect(parseRazorpayReturn("another secret", aReturn())).toEqual(forged);
});

test("[S10.4] a return whose parts are moved, doubled or missing is forged, though its signature fits the message", () => {
  const forged = { outcome: "forged" };
  expect(parseRazorpayReturn(KEY_SECRET, aReturn({ link: "plink_1|REQ-1", reference: "paid", status: "pay_1", payment: "" }))).toEqual(
    forged,
  );
  const doubled = aReturn();
  doubled.append("razorpay_payment_link_id", "plink_2");
  expect(parseRazorpayReturn(KEY_SECRET, doubled)).toEqual(forged);
  for (const name of aReturn().keys()) {
    const without = aReturn();
    without.delete(name);
    expect(parseRazorpayReturn(KEY_SECRET, without), name).toEqual(forged);
  }
  expect(parseRazorpayReturn(KEY_SECRET, new URLSearchParams("utm=1"))).toEqual({ outcome: "nothing" });
});
