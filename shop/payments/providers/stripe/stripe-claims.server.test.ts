import { expect, test } from "vitest";
import { Stripe } from "#tests/support/payments/official-packages.ts";
import type { WebhookSecret } from "../provider.ts";
import { parseStripeReturn, parseStripeWebhook } from "./stripe-claims.server.ts";

const NOW = new Date("2026-11-26T12:00:00Z");
const SECRET = "whsec_the_secret";
const inUse: WebhookSecret = { secret: SECRET, until: null };
const { webhooks } = new Stripe("sk_test_1", { host: "127.0.0.1", port: "9", protocol: "http", maxNetworkRetries: 0 });

const session = { id: "cs_test_1", object: "checkout.session", client_reference_id: "REQ-1", payment_intent: "pi_1", amount_total: 1 };
const body = JSON.stringify({
  id: "evt_1",
  object: "event",
  type: "checkout.session.completed",
  created: 1_764_158_400,
  data: { object: session },
});
const seconds = (date: Date) => Math.floor(date.getTime() / 1_000);
const headerOf = (payload = body, secret = SECRET, at = NOW) =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds(at) });
type Given = { text?: string; header?: string; secrets?: WebhookSecret[]; now?: Date };
const parse = ({ text = body, header = headerOf(text), secrets = [inUse], now = NOW }: Given = {}) =>
  parseStripeWebhook(secrets, new Headers({ "stripe-signature": header }), Buffer.from(text), now);

test("[S10.4] a header that Stripe's own package makes is accepted, and says what the event is about", () => {
  expect(webhooks.constructEvent(body, headerOf(), SECRET, 300, undefined, NOW.getTime())).toMatchObject({
    type: "checkout.session.completed",
  });
  expect(parse()).toEqual({
    outcome: "event",
    id: "evt_1",
    kind: "checkout.session.completed",
    at: new Date("2025-11-26T12:00:00Z"),
    pageId: "cs_test_1",
    reference: "REQ-1",
    paymentReference: "pi_1",
    refundId: null,
    disputeId: null,
  });
});

test("[S10.4] a body, a header or a secret that differs in the least is forged", () => {
  const forged = { outcome: "forged" };
  const right = headerOf();
  expect(parse({ text: `${body} `, header: right })).toEqual(forged);
  const signature = right.replace(/.*v1=/, "");
  const time = right.replace(/,.*/, "");
  const headers = ["", "t=", "v1=", time, `v1=${signature}`, `t=1,v1=${signature}`, `t=x,v1=${signature}`, `${time},v0=${signature}`];
  for (const header of [...headers, `${time},v1=${signature.slice(1)}`, `${time},v1=${signature.toUpperCase()}`, headerOf(body, "other")])
    expect(parse({ header }), header).toEqual(forged);
  expect(parse({ secrets: [] })).toEqual(forged);
  expect(parse({ header: headerOf(body, ""), secrets: [{ secret: "", until: null }] }), "an empty secret").toEqual(forged);
});

test("[S10.4] one right signature among several is enough, and an old one is not", () => {
  const [time = "", right = ""] = headerOf().split(",");
  expect(parse({ header: `${time},v1=${"0".repeat(64)},${right},v0=1` })).toMatchObject({ outcome: "event" });
  const later = (ms: number) => parse({ header: headerOf(), now: new Date(NOW.getTime() + ms) });
  expect(later(300_000)).toMatchObject({ outcome: "event" });
  expect(later(301_000)).toEqual({ outcome: "forged" });
  expect(later(-3_600_000), "a clock that is an hour back").toMatchObject({ outcome: "event" });
});

test("[S10.16] the secret before counts until its time", () => {
  const old = { secret: "whsec_before", until: new Date(NOW.getTime() + 1) };
  const given = { header: headerOf(body, old.secret), secrets: [inUse, old] };
  expect(parse(given)).toMatchObject({ outcome: "event" });
  expect(parse({ ...given, now: old.until })).toEqual({ outcome: "forged" });
});

test("a signed event is about a page, a payment or a refund, or about nothing", () => {
  const about = (object: object, type = "x.y") => parse({ text: JSON.stringify({ id: "evt_2", type, data: { object } }) });
  expect(about({ object: "refund", id: "re_1", payment_intent: "pi_2" })).toMatchObject({
    pageId: null,
    refundId: "re_1",
    paymentReference: "pi_2",
  });
  expect(about({ object: "dispute", id: "dp_1", payment_intent: { id: "pi_3" } })).toMatchObject({
    paymentReference: "pi_3",
    refundId: null,
    disputeId: "dp_1",
  });
  expect(about({ object: "payment_intent", id: "pi_4" })).toMatchObject({ pageId: null, paymentReference: "pi_4" });
  expect(about({ object: "checkout.session", id: "../x" })).toMatchObject({ outcome: "event", pageId: null });
  for (const text of ["", "[]", '{"id":"evt_3"}']) expect(parse({ text }), text).toEqual({ outcome: "forged" });
});

test("[S10.18] each event of a dispute names the dispute and its payment", () => {
  const object = {
    id: "du_1MtJUT2eZvKYlo2CNaw2HvEv",
    object: "dispute",
    amount: 1000,
    balance_transactions: [],
    charge: "ch_1AZtxr2eZvKYlo2CJDX8whov",
    created: 1680651737,
    currency: "inr",
    evidence: { access_activity_log: null, receipt: null },
    evidence_details: { due_by: 1682294399, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: true,
    livemode: false,
    metadata: {},
    payment_intent: "pi_1MtJUT2eZvKYlo2C",
    reason: "general",
  };
  for (const [kind, status] of [
    ["created", "needs_response"],
    ["updated", "under_review"],
    ["closed", "won"],
  ]) {
    const type = `charge.dispute.${kind}`;
    const text = JSON.stringify({ id: "evt_1", object: "event", type, created: 1680651738, data: { object: { ...object, status } } });
    expect(parse({ text })).toMatchObject({
      kind: type,
      paymentReference: "pi_1MtJUT2eZvKYlo2C",
      disputeId: "du_1MtJUT2eZvKYlo2CNaw2HvEv",
      refundId: null,
      pageId: null,
    });
  }
});

test("a return names a session, which nobody has signed", () => {
  const returned = (query: string) => parseStripeReturn(new URLSearchParams(query));
  expect(returned("session_id=cs_test_1")).toEqual({ outcome: "returned", pageId: "cs_test_1", reference: null, isSigned: false });
  expect(returned("")).toEqual({ outcome: "nothing" });
  for (const query of [
    "session_id=",
    "session_id=pi_1",
    "session_id=cs_1&session_id=cs_2",
    "session_id=cs_/../1",
    "session_id={CHECKOUT_SESSION_ID}",
  ])
    expect(returned(query), query).toEqual({ outcome: "forged" });
});
