import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import type { FakeProviderServer } from "#server/fake-provider/open-fake.ts";
import type { PaymentProvider, WebhookEvent } from "#shop/payments/providers/provider.ts";
import { Razorpay, Stripe } from "#tests/support/payments/official-packages.ts";
import {
  accounts,
  anAttempt,
  OLD_WEBHOOK_SECRET,
  openedPage,
  providerAt,
  statusOf,
  WEBHOOK_SECRET,
} from "#tests/support/payments/providers.ts";
import { openRazorpayServer, razorpayAccount } from "#tests/support/payments/razorpay-server.ts";
import { openStripeServer, stripeAccount } from "#tests/support/payments/stripe-server.ts";
import { openProgramServer, type ProgramServer, type Received } from "#tests/support/servers/program-server.ts";

const openers = { razorpay: openRazorpayServer, stripe: openStripeServer };
const paidKinds = { razorpay: "payment_link.paid", stripe: "checkout.session.completed" };

describe.each(["razorpay", "stripe"] as const)("%s", (name) => {
  let fake: FakeProviderServer;
  let provider: PaymentProvider;
  let program: ProgramServer;
  beforeAll(async () => {
    [fake, program] = await Promise.all([openers[name](), openProgramServer()]);
    provider = providerAt(fake.url, accounts[name]);
  });
  beforeEach(async () => {
    program.received.length = 0;
    program.answerWith({ status: 200 });
    await fake.hookTo({ url: `${program.url}/events`, secret: WEBHOOK_SECRET, oldSecret: OLD_WEBHOOK_SECRET });
  });
  afterEach(() => fake.turn({ ...usualKnobs, fates: {} }));
  afterAll(() => Promise.all([fake.close(), program.close()]));

  const claimOf = ({ headers, body }: Received, from = provider) =>
    from.parseWebhook(new Headers(headers as Record<string, string>), Buffer.from(body), new Date());
  const eventsOf = () => program.received.map((received) => claimOf(received)).filter((claim) => claim.outcome === "event");
  const paidEvents = () => eventsOf().filter(({ kind }) => kind === paidKinds[name]);
  const accepted = (pageId: string) =>
    fake.until(
      ({ events, pages }) => pages.find(({ id }) => id === pageId)?.payments[0] && events.every(({ state }) => state !== "waiting"),
    );

  test("events of a payment are signed, name the page and our reference, and are sent once when they are accepted", async () => {
    const attempt = anAttempt();
    const { pageId } = await openedPage(provider, attempt);
    await fake.pay(pageId);
    await accepted(pageId);
    expect(program.received).toHaveLength(2);
    expect(eventsOf()).toHaveLength(2);
    expect(paidEvents()).toMatchObject([{ pageId, reference: attempt.reference, paymentReference: expect.any(String) }]);
  });

  test("events can be repeated, dropped, forged, or signed with the secret before", async () => {
    await fake.turn({ eventTimes: 3 });
    const { pageId } = await openedPage(provider);
    await fake.pay(pageId);
    await accepted(pageId);
    expect(paidEvents()).toHaveLength(3);
    expect(new Set(paidEvents().map(({ id }: WebhookEvent) => id)).size).toBe(1);

    program.received.length = 0;
    await fake.turn({ ...usualKnobs, dropsEvents: true });
    await fake.pay((await openedPage(provider)).pageId);
    expect(program.received).toEqual([]);

    await fake.turn({ ...usualKnobs, signature: "forged" });
    await fake.pay((await openedPage(provider)).pageId);
    expect(program.received.map((received) => claimOf(received))).toEqual([{ outcome: "forged" }, { outcome: "forged" }]);

    program.received.length = 0;
    await fake.turn({ ...usualKnobs, signature: "old" });
    await fake.pay((await openedPage(provider)).pageId);
    const until = new Date(Date.now() + 60_000);
    const webhookSecrets = [
      { secret: WEBHOOK_SECRET, until: null },
      { secret: OLD_WEBHOOK_SECRET, until },
    ];
    const patient = providerAt(fake.url, { ...accounts[name], webhookSecrets });
    expect(program.received.map((received) => claimOf(received, patient).outcome)).toEqual(["event", "event"]);
    expect(eventsOf()).toEqual([]);
  });

  test("events come in another order, and after a delay", async () => {
    const kinds = async (reversesEvents: boolean) => {
      program.received.length = 0;
      await fake.turn({ reversesEvents });
      await fake.pay((await openedPage(provider)).pageId);
      return eventsOf().map(({ kind }) => kind);
    };
    const usual = await kinds(false);
    expect(await kinds(true)).toEqual(usual.toReversed());

    program.received.length = 0;
    await fake.turn({ ...usualKnobs, eventDelayMs: 300 });
    const paying = fake.pay((await openedPage(provider)).pageId);
    await fake.until(({ events }) => events.at(-1)?.state === "waiting");
    expect(program.received).toEqual([]);
    await paying;
    expect(program.received).toHaveLength(2);
  });

  test("an event that is not accepted is sent again, and given up in the end", async () => {
    await fake.turn({ hourMs: 5 });
    program.answerWith({ status: 503 });
    const first = await openedPage(provider);
    await fake.pay(first.pageId);
    program.answerWith({ status: 200 });
    await accepted(first.pageId);
    expect((await fake.state()).events.at(-1)).toMatchObject({ state: "accepted", statuses: expect.arrayContaining([503, 200]) });
    expect(new Set(paidEvents().map(({ id }: WebhookEvent) => id)).size).toBe(1);

    program.answerWith({ status: 500 });
    await fake.pay((await openedPage(provider)).pageId);
    await fake.until(({ events }) => events.at(-1)?.state === "given up");
    // Razorpay switches a hook off that failed for 24 hours.
    expect((await fake.state()).isHookOn).toBe(name === "stripe");
  });

  test("a page can be paid, and its event be answered, before the answer of its creation", async () => {
    await fake.turn({ paysBeforeAnswer: true });
    const seen: number[] = [];
    const opening = openedPage(provider).finally(() => seen.push(paidEvents().length));
    const { pageId } = await opening;
    expect(seen).toEqual([1]);
    expect(await statusOf(provider, pageId)).toMatchObject({ state: "paid" });
  });

  test("a payment that fails leaves the page open", async () => {
    const { pageId } = await openedPage(provider);
    await fake.fail(pageId);
    expect(eventsOf()).toMatchObject([{ kind: expect.stringMatching(/failed/), pageId: null }]);
    expect(await statusOf(provider, pageId)).toMatchObject({ state: "open", money: [] });
  });

  test("a page that is over sends its event, by the clock of the fake", async () => {
    const { pageId } = await openedPage(provider);
    await fake.setNow(new Date(Date.now() + 32 * 60_000));
    await fake.until(({ events }) => events.some(({ kind, state }) => kind.endsWith(".expired") && state === "accepted"));
    await fake.setNow();
    expect(await statusOf(provider, pageId)).toMatchObject({ state: "expired" });
  });
});

test("Stripe's own client gets along with the fake: it creates, reads, expires and refunds", async () => {
  const fake = await openStripeServer();
  const { hostname: host, port } = new URL(fake.url);
  const stripe = new Stripe(stripeAccount.secretKey, { host, port, protocol: "http", maxNetworkRetries: 0 });
  const price_data = { currency: "inr", unit_amount: 50_000, product_data: { name: "IDs" } };
  const form = {
    mode: "payment",
    line_items: [{ quantity: 1, price_data }],
    client_reference_id: "REQ-1",
    success_url: "https://shop.example/",
  };
  const created = await stripe.checkout.sessions.create(form, { idempotencyKey: "key-1" });
  expect(await stripe.checkout.sessions.create(form, { idempotencyKey: "key-1" })).toMatchObject({ id: created.id });
  await expect(
    stripe.checkout.sessions.create({ ...form, client_reference_id: "REQ-2" }, { idempotencyKey: "key-1" }),
  ).rejects.toMatchObject({
    type: "StripeIdempotencyError",
  });
  await expect(stripe.checkout.sessions.retrieve("cs_unknown")).rejects.toMatchObject({ code: "resource_missing", statusCode: 404 });

  await fake.pay(created.id);
  const paid = await stripe.checkout.sessions.retrieve(created.id, { expand: ["payment_intent.latest_charge"] });
  expect(paid).toMatchObject({
    status: "complete",
    payment_status: "paid",
    payment_intent: { amount_received: 50_000, latest_charge: { object: "charge" } },
  });
  await expect(stripe.checkout.sessions.expire(created.id)).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
  const { payment_intent } = await stripe.checkout.sessions.retrieve(created.id);
  expect(await stripe.refunds.create({ payment_intent, amount: 10_000 })).toMatchObject({ status: "succeeded", amount: 10_000 });
  await expect(stripe.refunds.create({ payment_intent, amount: 40_001 })).rejects.toMatchObject({ type: "StripeInvalidRequestError" });

  await fake.turn({ fate: 429 });
  await expect(stripe.checkout.sessions.list({ limit: 1 })).rejects.toMatchObject({ type: "StripeRateLimitError" });
  await fake.turn({ fate: 401 });
  await expect(stripe.checkout.sessions.list({ limit: 1 })).rejects.toMatchObject({ type: "StripeAuthenticationError" });
  await fake.close();
});

test("Razorpay's own client gets along with the fake: it creates, finds, reads and cancels", async () => {
  const fake = await openRazorpayServer();
  const razorpay = new Razorpay({ key_id: razorpayAccount.keyId, key_secret: razorpayAccount.keySecret });
  razorpay.api.rq.defaults.baseURL = fake.url;
  const form = { amount: 50_000, currency: "INR", reference_id: "REQ-1", expire_by: Math.floor(Date.now() / 1_000) + 1_000 };
  const created = await razorpay.paymentLink.create(form);
  expect(created).toMatchObject({ status: "created", short_url: expect.stringContaining(fake.url), payments: null });
  await expect(razorpay.paymentLink.create(form)).rejects.toMatchObject({ statusCode: 400, error: { code: "BAD_REQUEST_ERROR" } });
  expect(await razorpay.paymentLink.all({ reference_id: "REQ-1" })).toMatchObject({ payment_links: [{ id: created.id }] });

  await fake.pay(created.id);
  const paid = await razorpay.paymentLink.fetch(created.id);
  expect(paid).toMatchObject({ status: "paid", payments: [{ amount: 50_000, status: "captured" }] });
  expect(await razorpay.payments.fetch(paid.payments?.[0]?.payment_id ?? "")).toMatchObject({ amount: 50_000, status: "captured" });
  await expect(razorpay.paymentLink.cancel(created.id)).rejects.toMatchObject({ statusCode: 400 });
  const other = await razorpay.paymentLink.create({ ...form, reference_id: "REQ-2" });
  expect(await razorpay.paymentLink.cancel(other.id)).toMatchObject({ status: "cancelled" });
  await fake.close();
});
