import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import { DAY_MS, MINUTE_MS } from "#shop/constants.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { endHolds } from "#shop/orders/payment/attempts/end-holds.server.ts";
import { findPayment } from "#shop/orders/payment/list-payments.server.ts";
import type { RefundForm } from "#shop/orders/payment/money-forms.ts";
import { findRefunds } from "#shop/orders/payment/refunds/find-refunds.server.ts";
import { followRefundsOf } from "#shop/orders/payment/refunds/follow-refunds.server.ts";
import { followDueRefunds, followOpenRefunds, refundAskedAgainMs } from "#shop/orders/payment/refunds/refund-jobs.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import type { PaymentProvider } from "#shop/payments/providers/provider.ts";
import { openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { accounts, providerAt, statusOf } from "#tests/support/payments/providers.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anOwner, aProduct } from "#tests/support/shop/builders.ts";
import { settled, someMoney } from "#tests/support/shop/payments.ts";

const whole: RefundForm = { how: "provider", amount: null, left: null, reference: null, reason: null };

test("[S10.10] a provider is asked about a refund soon at first, and every 6 hours in the end", () => {
  const at = new Date("2026-11-26T10:00:00Z");
  const after = (minutes: number) => refundAskedAgainMs(at, new Date(at.getTime() + minutes * MINUTE_MS)) / 1_000;
  expect([after(0), after(-60), after(4), after(60), after(7 * 24 * 60)]).toEqual([15, 15, 60, 900, 6 * 60 * 60]);
});

describe.each(["razorpay", "stripe"] as const)("%s", (name) => {
  let here: PayingShop;
  let provider: PaymentProvider;
  /** Another process on the same database. */
  let elsewhere: Services;
  beforeAll(async () => {
    here = await openPayingShop(name, 400);
    provider = providerAt(here.fake.url, accounts[name]);
    const db = openDatabase(here.shop.shopUrl, { max: 10, settings: ledgerSettings(here.services) });
    elsewhere = anotherProcess(here.services, db);
  });
  afterEach(async () => {
    await here.fake.turn({ ...usualKnobs, fates: {} });
    await here.setNow();
    here.events.received.length = 0;
  });
  afterAll(async () => {
    await closeDatabase(elsewhere.db);
    await here.close();
  });

  /** An order of ₹499 that was paid at the provider and delivered. */
  async function aPaidOrder(overrides: Parameters<PayingShop["anOpenOrder"]>[0] = {}) {
    const order = await here.anOpenOrder(overrides);
    await here.fake.pay(order.attempt.providerId ?? "");
    await here.follow(order);
    const [payment] = await here.paymentsOf(order);
    if (!payment) throw new Error("not paid");
    here.events.received.length = 0;
    return { ...order, payment, refund: (changes: Partial<RefundForm> = {}) => refundOf(here.services, payment.id, changes) };
  }
  type Paid = Awaited<ReturnType<typeof aPaidOrder>>;
  const refundOf = (services: Services, id: string, changes: Partial<RefundForm>) =>
    refundPayment(services, here.admin, id, { ...whole, ...changes });
  const follow = ({ payment }: Paid, services = here.services) => followRefundsOf(services, payment.id);
  const shown = ({ payment }: Paid) => findPayment(here.services, anOwner, payment.id);
  const atProvider = async ({ payment }: Paid) =>
    (await here.fake.state()).refunds.filter((refund) => refund.payment === payment.reference);
  const callsToRefund = async () => (await here.fake.state()).calls.filter((call) => /^POST .*refunds?$/.test(call)).length;
  const moneyBackOf = async ({ accessKey, requestCode }: Paid) => {
    const seen = await findOrder(here.services, aGuest({ accessKey }), requestCode);
    return seen?.isWhole ? seen.moneyBack : null;
  };
  const emailsOf = async ({ id }: Paid) => {
    const { rows } = await here.services.db.$client.query("select kind from emails where order_id = $1 order by created_at", [id]);
    return rows.map(({ kind }) => kind);
  };
  const isQueued = async ({ payment }: Paid) => {
    const key = [`refunds:${payment.id}`];
    const { rows } = await here.services.db.$client.query("select 1 from graphile_worker.jobs where key = $1", key);
    await here.services.db.$client.query("select graphile_worker.remove_job($1)", key);
    return rows.length > 0;
  };

  /** Gives the shop what the provider has sent, once all of it was sent. */
  async function receiveAll(): Promise<unknown[]> {
    await here.fake.until(({ events }) => events.every(({ state }) => state === "accepted"));
    return here.receiveEvents();
  }

  test("[S10.10] a refund is written before the provider is asked, sent by a job, and its buyer is told at each step", async () => {
    const order = await aPaidOrder({ email: "asha@example.com" });
    expect(await order.refund({ amount: 10_000 })).toMatchObject({ ok: true });
    expect(await atProvider(order)).toEqual([]);
    expect(await shown(order)).toMatchObject({ state: "matched", refundedPaise: 0, refundingPaise: 10_000, refunds: [{ state: "due" }] });
    expect(await moneyBackOf(order)).toEqual({ duePaise: 0, sentPaise: 10_000, donePaise: 0 });
    expect(await isQueued(order)).toBe(true);

    await follow(order);
    expect(await atProvider(order)).toMatchObject([{ paise: 10_000, state: "done" }]);
    expect(await moneyBackOf(order)).toEqual({ duePaise: 0, sentPaise: 0, donePaise: 10_000 });
    expect(await order.refund()).toMatchObject({ ok: true });
    await follow(order);
    expect(await shown(order)).toMatchObject({ state: "refunded", refundedPaise: 49_900, refundingPaise: 0 });
    expect((await emailsOf(order)).filter((kind) => kind === "order-refunded")).toHaveLength(2);
    const { rows } = await here.services.db.$client.query(
      "select next_attempt_at, done_at, provider_id from refunds where payment_id = $1",
      [order.payment.id],
    );
    for (const row of rows)
      expect(row).toMatchObject({ next_attempt_at: null, done_at: expect.any(Date), provider_id: expect.any(String) });
    expect(await order.refund()).toMatchObject({ code: "paymentDecided" });
  });

  test("[S10.10] the same form twice, in two tabs and two processes, refunds once", async () => {
    const order = await aPaidOrder();
    const form = { amount: 10_000, left: 49_900 };
    const both = await Promise.all([here.services, elsewhere, here.services].map((services) => refundOf(services, order.payment.id, form)));
    expect(both.map((one) => (one.ok ? "ok" : one.code)).sort()).toEqual(["ok", "refundedMeanwhile", "refundedMeanwhile"]);
    await Promise.all([follow(order), follow(order, elsewhere), follow(order)]);
    await follow(order);
    expect(await atProvider(order)).toMatchObject([{ paise: 10_000 }]);
    expect(await shown(order)).toMatchObject({ refundedPaise: 10_000, refundingPaise: 0 });
    expect((await refundOf(here.services, order.payment.id, { amount: 10_000, left: 39_900 })).ok).toBe(true);
    await follow(order);
    expect(await atProvider(order)).toHaveLength(2);
  });

  test.each(["lost", "cut", "silent", 500] as const)(
    "[S10.10] an answer that is %s is recovered by our key, and paid back once",
    async (fate) => {
      const order = await aPaidOrder();
      await order.refund();
      await here.fake.turn({ fates: { refund: [fate] } });
      await follow(order);
      expect(await shown(order)).toMatchObject({ state: "matched", refunds: [{ state: "due", problem: expect.anything() }] });
      const asked = await callsToRefund();
      // Stripe forgets a key after a day, so it is looked for before it is sent again.
      await here.setNow(new Date(Date.now() + 2 * 24 * 60 * MINUTE_MS));
      await follow(order);
      expect(await callsToRefund()).toBe(asked + (fate === "lost" || fate === "cut" ? 0 : 1));
      expect(await atProvider(order)).toHaveLength(1);
      expect(await shown(order)).toMatchObject({ state: "refunded", refunds: [{ state: "done", problem: null }] });
    },
  );

  test("[S10.10] a refund that was sent by a process that was killed then is found and not sent again", async () => {
    const order = await aPaidOrder();
    await order.refund();
    const [row] = (await here.services.db.$client.query("select id from refunds where payment_id = $1", [order.payment.id])).rows;
    await provider.refund(order.payment, 49_900, row.id);
    await Promise.all([follow(order), follow(order, elsewhere)]);
    expect(await atProvider(order)).toHaveLength(1);
    expect(await shown(order)).toMatchObject({ state: "refunded" });
  });

  test("[S10.10] a refund on its way is followed by events, on a schedule and at the start, to its end", async () => {
    const order = await aPaidOrder();
    await here.fake.turn({ refunds: "pending" });
    await order.refund();
    await follow(order);
    expect(await shown(order)).toMatchObject({ state: "matched", refundingPaise: 49_900, refunds: [{ state: "sent" }] });
    await isQueued(order);
    await followDueRefunds(here.services);
    expect(await isQueued(order), "too early").toBe(false);
    await followOpenRefunds(here.services);
    expect(await isQueued(order)).toBe(true);
    await here.setNow(new Date(Date.now() + MINUTE_MS));
    await followDueRefunds(here.services);
    expect(await isQueued(order)).toBe(true);
    await here.setNow();

    const [sent] = await atProvider(order);
    await receiveAll();
    await isQueued(order);
    await here.fake.endRefund(sent?.id ?? "", "done");
    expect(await receiveAll()).toEqual(["stored"]);
    expect(await shown(order), "an event refunds nothing by itself").toMatchObject({ state: "matched" });
    expect(await isQueued(order)).toBe(true);
    await follow(order);
    expect(await shown(order)).toMatchObject({ state: "refunded" });
    expect(await isQueued(order)).toBe(false);
    await followOpenRefunds(here.services);
    expect(await isQueued(order), "nothing is left to ask").toBe(false);
  });

  test("[S10.10] a refund that the bank does not take is told to the owner, and can be tried again", async () => {
    const order = await aPaidOrder();
    await here.fake.turn({ refunds: "failed" });
    await order.refund();
    await follow(order);
    expect(await shown(order)).toMatchObject({ state: "matched", refundingPaise: 0, refunds: [{ state: "failed" }] });
    expect(await emailsOf(order)).toContain("payment-review");
    expect(await moneyBackOf(order)).toEqual({ duePaise: 0, sentPaise: 0, donePaise: 0 });
    await here.fake.turn({ refunds: "done" });
    expect(await order.refund()).toMatchObject({ ok: true });
    await follow(order);
    expect(await shown(order)).toMatchObject({ state: "refunded", refunds: [{ state: "failed" }, { state: "done" }] });
  });

  test("[S10.10] money that comes back after a refund was done makes its payment one that pays again", async () => {
    const order = await aPaidOrder();
    await order.refund();
    await follow(order);
    const [done] = await atProvider(order);
    await here.fake.endRefund(done?.id ?? "", "failed");
    await receiveAll();
    await follow(order);
    expect(await shown(order)).toMatchObject({ state: "matched", refundedPaise: 0, refunds: [{ state: "failed", doneAt: null }] });
    expect(await here.statusOf(order)).toBe("approved");
  });

  test("[S10.10] wrong keys and a busy provider wait, and what the provider refuses for good has failed", async () => {
    const order = await aPaidOrder();
    await order.refund();
    for (const fate of [401, 429]) {
      await here.fake.turn({ fates: { refund: [fate] } });
      await follow(order);
      expect(await shown(order), String(fate)).toMatchObject({ refunds: [{ state: "due" }] });
    }
    await here.fake.turn({ fates: { refund: [400] } });
    await follow(order);
    expect(await shown(order)).toMatchObject({ refunds: [{ state: "failed", problem: expect.anything() }] });
  });

  test("[S10.10] a refund made on the provider's own pages is noted once, and none that is due is sent before an admin has looked", async () => {
    const order = await aPaidOrder();
    await provider.refund(order.payment, 20_000, "made-on-their-pages");
    expect(await receiveAll()).toContain("stored");
    await Promise.all([follow(order), follow(order, elsewhere)]);
    expect(await shown(order)).toMatchObject({ refundedPaise: 20_000, refunds: [{ how: "provider", state: "done", adminId: null }] });

    const other = await aPaidOrder();
    await other.refund({ amount: 49_900 });
    await provider.refund(other.payment, 49_900, "made-on-their-pages-too");
    await follow(other);
    expect(await atProvider(other)).toHaveLength(1);
    expect(await shown(other)).toMatchObject({ state: "refunded", refunds: [{ state: "failed" }, { state: "done", adminId: null }] });
  });

  test("[S10.10] a refund that is due is not sent once one that had failed is done after all, and one that was just being sent is told", async () => {
    const order = await aPaidOrder();
    await here.fake.turn({ refunds: "failed" });
    await order.refund({ amount: 20_000 });
    await follow(order);
    await here.fake.turn({ refunds: "pending" });
    await order.refund({ amount: 20_000 });
    const [first] = await atProvider(order);
    await here.fake.endRefund(first?.id ?? "", "done");
    await follow(order);
    expect(await atProvider(order)).toHaveLength(1);
    const held = { state: "failed", problem: { code: "refundsFound" } };
    expect(await shown(order)).toMatchObject({
      refundedPaise: 20_000,
      refundingPaise: 0,
      refunds: [{ state: "done", problem: null }, held],
    });

    // Another process had asked the provider for it, and its answer comes late.
    const { rows } = await here.services.db.$client.query(
      "select idempotency_key as key from refunds where payment_id = $1 and state = 'failed'",
      [order.payment.id],
    );
    await provider.refund(order.payment, 20_000, rows[0].key);
    for (const state of ["sent", "sent", "done"] as const) {
      if (state === "done") await here.fake.endRefund((await atProvider(order))[1]?.id ?? "", "done");
      await follow(order);
      expect(await shown(order), state).toMatchObject({ refunds: [{ problem: null }, { state, problem: { code: "refundedTwice" } }] });
    }
    expect(await shown(order)).toMatchObject({ refundedPaise: 40_000, refundingPaise: 0 });
    expect(await order.refund({ amount: 9_900 })).toMatchObject({ ok: true });
    await follow(order);
    expect(await atProvider(order), "what is left may go back").toHaveLength(3);
  });

  test("[S10.4] [S10.10] a refund made on the provider's own pages whose event never came is found by looking, once, and shown", async () => {
    const order = await aPaidOrder({ email: "asha@example.com" });
    await here.fake.turn({ dropsEvents: true });
    await provider.refund(order.payment, 20_000, "made-without-a-word");
    await isQueued(order);
    expect(await findRefunds(here.services)).toBe(1);
    expect(await isQueued(order)).toBe(true);
    await follow(order);
    expect(await shown(order)).toMatchObject({ refundedPaise: 20_000, refunds: [{ how: "provider", state: "done", adminId: null }] });
    expect(await moneyBackOf(order)).toEqual({ duePaise: 0, sentPaise: 0, donePaise: 20_000 });
    expect(await emailsOf(order)).toContain("order-refunded");
    expect(await findRefunds(here.services), "it is known now").toBe(0);
  });

  test.each([49_900, 10_000])(
    "[S10.5] [S10.10] money of which %i paise went back before the shop heard of it delivers nothing",
    async (paise) => {
      const order = await here.anOpenOrder();
      await here.fake.pay(order.attempt.providerId ?? "");
      const [paid] = (await statusOf(provider, order.attempt.providerId ?? "")).money;
      if (!paid) throw new Error("not paid");
      await provider.refund(paid, paise, `made-early-${paise}`);
      await here.follow(order);
      const [payment] = await here.paymentsOf(order);
      expect(payment).toMatchObject({ state: "review", problem: "short" });
      await followRefundsOf(here.services, payment?.id ?? "");
      expect(await here.statusOf(order)).toBe("pending");
      expect(await findPayment(here.services, anOwner, payment?.id ?? "")).toMatchObject({
        state: paise === 49_900 ? "refunded" : "review",
        refundedPaise: paise,
      });
    },
  );

  test("[S10.10] a refund that was made on the provider's pages and noted by hand counts once", async () => {
    const order = await aPaidOrder();
    await provider.refund(order.payment, 20_000, "made-before-noted");
    await order.refund({ how: "by hand", amount: 20_000, reference: "on their pages" });
    await follow(order);
    expect(await shown(order)).toMatchObject({ refundedPaise: 20_000, refunds: [{ how: "by hand", providerId: expect.any(String) }] });
  });

  test("[S10.10] a refund that was made on the provider's pages after one of the same amount was noted by hand is another one", async () => {
    const order = await aPaidOrder({ quantity: 2 });
    expect(await order.refund({ how: "by hand", amount: 49_900, reference: "UPI" })).toMatchObject({ ok: true });
    await here.setNow(new Date(Date.now() + 3 * DAY_MS));
    await provider.refund(order.payment, 49_900, "made-days-later");
    await follow(order);
    expect(await shown(order)).toMatchObject({
      state: "refunded",
      refundedPaise: 99_800,
      refunds: [
        { how: "by hand", providerId: null },
        { how: "provider", state: "done", adminId: null },
      ],
    });
  });

  test("[S10.10] an order under review whose money went back waits for no decision any more", async () => {
    const product = await aProduct(here.shop);
    await here.services.db.$client.query("update products set delivery = 'after approval' where id = $1", [product.id]);
    const order = await aPaidOrder({ productId: product.id });
    expect(await order.refund()).toMatchObject({ code: "paymentOfPendingOrder" });
    await provider.refund(order.payment, 49_900, "made-while-pending");
    await follow(order);
    expect(await shown(order)).toMatchObject({ state: "refunded" });
    await here.setNow(new Date(Date.now() + 21 * MINUTE_MS));
    await endHolds(here.services);
    expect(await here.statusOf(order)).toBe("cancelled");
  });

  test("[S10.10] money that did not come by a provider is not refunded by one", async () => {
    const { paymentId } = await settled(here.services, someMoney(null));
    expect(await refundOf(here.services, paymentId ?? "", {})).toMatchObject({ code: "providerRefundsOff", field: "how" });
  });

  test("the books agree with everything that happened here", async () => {
    expect(await faultsOf(here.shop)).toEqual([]);
  });
});
