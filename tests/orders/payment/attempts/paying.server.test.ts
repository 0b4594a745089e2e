import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { HOLD_MS } from "#shop/orders/payment/attempts/constants.ts";
import { endHolds } from "#shop/orders/payment/attempts/end-holds.server.ts";
import { followDuePayments, followOpenPayments } from "#shop/orders/payment/attempts/follow-due.server.ts";
import { payAgain } from "#shop/orders/payment/attempts/pay-again.server.ts";
import { readPaying } from "#shop/orders/payment/attempts/read-paying.server.ts";
import { receiveEvent } from "#shop/orders/payment/attempts/receive-event.server.ts";
import { returnFromProvider } from "#shop/orders/payment/attempts/return-from-provider.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { lineOf } from "#shop/verify/fault.ts";
import { verifyShop } from "#shop/verify/verify-shop.server.ts";
import { ORIGIN, openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { aGuest, aProduct } from "#tests/support/shop/builders.ts";

describe.each(["razorpay", "stripe"] as const)("%s", (name) => {
  let here: PayingShop;
  beforeAll(async () => {
    here = await openPayingShop(name, 400);
  });
  afterEach(async () => {
    await here.fake.turn({ ...usualKnobs, fates: {} });
    await here.setNow();
    here.events.received.length = 0;
  });
  afterAll(() => here.close());

  const later = (minutes: number) => here.setNow(new Date(Date.now() + minutes * MINUTE_MS));

  test("[S10.3] an order reserves its IDs for 20 minutes, and its attempt stands before the provider is asked", async () => {
    const product = await aProduct(here.shop);
    const order = await here.anOrder({ productId: product.id, quantity: 2 });
    expect(await booksOf(here.shop, product.id)).toMatchObject({ counter: 1, held: 2 });
    const { rows } = await here.services.db.$client.query("select hold_until - created_at as hold from orders where id = $1", [order.id]);
    expect(rows[0]?.hold).toMatchObject({ minutes: HOLD_MS / MINUTE_MS });
    const [attempt] = await here.attemptsOf(order);
    expect(attempt).toMatchObject({ state: "opening", number: 1, paise: 99_800, providerId: null, payUrl: null });
    expect((await here.fake.state()).pages.some(({ reference }) => reference === attempt?.reference)).toBe(false);
    expect(attempt?.request).toContain(`"${ORIGIN}/order-status/${order.requestCode}/paid"`);
    expect(attempt?.request).not.toContain(order.accessKey ?? "no key");

    const buyer = aGuest({ accessKey: order.accessKey });
    const shown = async () => {
      const seen = await findOrder(here.services, buyer, order.requestCode);
      return seen && readPaying(here.services, seen);
    };
    expect(await shown()).toMatchObject({ state: "opening", payUrl: null, payablePaise: 99_800, payBy: expect.any(Date) });
    await here.follow(order);
    const [page] = (await here.fake.state()).pages.filter(({ reference }) => reference === attempt?.reference);
    expect(await here.attemptsOf(order)).toMatchObject([{ state: "open", providerId: page?.id, payUrl: page?.url, failure: null }]);
    expect(await shown(), "its buyer sees where to pay").toMatchObject({ state: "open", payUrl: page?.url });
    const stranger = await findOrder(here.services, aGuest(), order.requestCode);
    expect(stranger && (await readPaying(here.services, stranger)), "a stranger does not").toBeNull();
    await here.fake.pay(page?.id ?? "");
    await here.follow(order);
    expect(await shown()).toMatchObject({ state: "paid", payUrl: null, payBy: null });
  });

  test("[S10.5] paid in full: the event brings the check, and the reserved IDs are delivered", async () => {
    const product = await aProduct(here.shop);
    const order = await here.anOpenOrder({ productId: product.id });
    await here.fake.pay(order.attempt.providerId ?? "");
    expect(await here.receiveEvents()).toContain("stored");
    expect(await here.statusOf(order), "an event delivers nothing by itself").toBe("pending");

    await here.follow(order);
    expect(await here.statusOf(order)).toBe("approved");
    const seen = await findOrder(here.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
    expect(seen).toMatchObject({ status: "approved", approvedBy: "payment", deliveredIds: [{ value: product.ids[0] }] });
    expect(await here.paymentsOf(order)).toMatchObject([{ source: name, state: "matched", paise: 49_900, attemptId: order.attempt.id }]);
    expect(await here.attemptsOf(order)).toMatchObject([{ state: "paid", nextCheckAt: null }]);
    const { rows } = await here.services.db.$client.query("select distinct outcome from payment_events where attempt_id = $1", [
      order.attempt.id,
    ]);
    expect(rows).toEqual([{ outcome: "paid" }]);
  });

  test("[S10.4] webhook, return page and poll at the same moment: one payment, one delivery", async () => {
    const order = await here.anOpenOrder();
    await here.fake.pay(order.attempt.providerId ?? "");
    const query = new URLSearchParams(name === "stripe" ? { session_id: order.attempt.providerId ?? "" } : {});
    await Promise.all([
      ...Array.from({ length: 3 }, () => here.follow(order)),
      here.receiveEvents(),
      returnFromProvider(here.services, order.requestCode, query),
      payAgain(here.services, aGuest({ accessKey: order.accessKey }), order.requestCode, ORIGIN),
    ]);
    expect(await here.statusOf(order)).toBe("approved");
    expect(await here.paymentsOf(order)).toHaveLength(1);
    expect(await here.attemptsOf(order)).toHaveLength(1);
  });

  test("[S10.4] a forged event is refused and leaves no row; a repeated one is stored once", async () => {
    const order = await here.anOpenOrder();
    const rows = async () =>
      (await here.services.db.$client.query("select id from payment_events where attempt_id = $1", [order.attempt.id])).rows.length;
    await here.fake.turn({ signature: "forged" });
    await here.fake.pay(order.attempt.providerId ?? "");
    expect(new Set(await here.receiveEvents())).toEqual(new Set(["eventForged"]));
    expect(await rows()).toBe(0);
    expect(await receiveEvent(here.services, name, { headers: new Headers(), rawBody: Buffer.from("{}") })).toMatchObject({
      ok: false,
      kind: "unauthenticated",
    });

    const other = await here.anOpenOrder();
    await here.fake.turn({ ...usualKnobs, eventTimes: 3 });
    await here.fake.pay(other.attempt.providerId ?? "");
    const outcomes = await here.receiveEvents();
    expect(outcomes.filter((outcome) => outcome === "repeated").length).toBeGreaterThanOrEqual(2);
    await here.follow(other);
    expect(await here.paymentsOf(other)).toHaveLength(1);
  });

  test("[S10.4] an event of ours whose attempt is not there yet is answered 503; one of something else is taken and forgotten", async () => {
    const order = await here.anOpenOrder();
    await here.fake.pay(order.attempt.providerId ?? "");
    await here.services.db.$client.query("update payment_attempts set reference = 'x', provider_id = 'y' where id = $1", [
      order.attempt.id,
    ]);
    const outcomes = new Set(await here.receiveEvents());
    expect(outcomes).toContain("eventUnknown");
    const { rows } = await here.services.db.$client.query("select id from payment_events where attempt_id is null");
    expect(rows).toEqual([]);
  });

  test("[S10.4] an event signed with the secret before is taken for 24 hours", async () => {
    const { changeProviderMethod } = await import("#shop/payments/methods/change-provider-method.server.ts");
    const other = await openPayingShop(name);
    const order = await other.anOpenOrder();
    await other.fake.pay(order.attempt.providerId ?? "");
    const same = name === "razorpay" ? { keyId: "rzp_test_1DP5mmOlF5G5ag", keySecret: null } : { secretKey: null };
    const changed = await changeProviderMethod(other.services, other.admin, name, {
      isOn: true,
      ...same,
      webhookSecret: "whsec_another_one_0123456789",
    } as never);
    expect(changed).toMatchObject({ ok: true });
    expect(await other.receiveEvents()).toContain("stored");
    await other.close();
  });

  test("[S10.3] an answer that was lost is recovered, and there is one page", async () => {
    await here.fake.turn({ fates: { create: ["lost"] } });
    const order = await here.anOrder();
    await here.follow(order);
    expect(await here.attemptsOf(order)).toMatchObject([{ state: "opening", failure: expect.stringContaining("noAnswerWithin") }]);
    await here.follow(order);
    const [attempt] = await here.attemptsOf(order);
    expect(attempt).toMatchObject({ state: "open" });
    expect((await here.fake.state()).pages.filter(({ reference }) => reference === attempt?.reference)).toHaveLength(1);
  });

  test("[S10.3] a page that is paid before the answer of its creation is delivered all the same", async () => {
    await here.fake.turn({ paysBeforeAnswer: true });
    const order = await here.anOrder();
    await here.follow(order);
    await here.follow(order);
    expect(await here.statusOf(order)).toBe("approved");
  });

  test("[S10.3] a refused opening fails the attempt, and the buyer may try again", async () => {
    await here.fake.turn({ fates: { create: [401] } });
    const order = await here.anOrder();
    await here.follow(order);
    expect(await here.attemptsOf(order)).toMatchObject([{ state: "failed", nextCheckAt: null }]);
    expect(await here.statusOf(order)).toBe("pending");

    const buyer = aGuest({ accessKey: order.accessKey });
    expect(await payAgain(here.services, aGuest(), order.requestCode, ORIGIN)).toMatchObject({ code: "orderNotForYou" });
    const again = await Promise.all([1, 2, 3].map(() => payAgain(here.services, buyer, order.requestCode, ORIGIN)));
    expect(again.some(({ ok }) => ok)).toBe(true);
    expect(await payAgain(here.services, buyer, order.requestCode, ORIGIN), "a click more").toMatchObject({ ok: true });
    await here.follow(order);
    expect(await here.attemptsOf(order)).toMatchObject([{ state: "failed" }, { state: "open", number: 2 }]);
  });

  test("[S10.3] trying again closes the earlier page first, and finds money that is there already", async () => {
    const order = await here.anOpenOrder();
    const buyer = aGuest({ accessKey: order.accessKey });
    expect(await payAgain(here.services, buyer, order.requestCode, ORIGIN)).toMatchObject({ ok: true });
    await here.follow(order);
    expect(await here.attemptsOf(order)).toMatchObject([{ state: "cancelled" }, { state: "open" }]);
    expect((await here.fake.state()).pages.find(({ id }) => id === order.attempt.providerId)?.state).not.toMatch(/created|open/);

    await later(1);
    await here.fake.turn({ fate: "silent" });
    expect(await payAgain(here.services, buyer, order.requestCode, ORIGIN)).toMatchObject({ code: "providerUnresponsive" });
    await here.fake.turn({ fate: null });
    await later(2);
    const [, second] = await here.attemptsOf(order);
    await here.fake.pay(second?.providerId ?? "");
    expect(await payAgain(here.services, buyer, order.requestCode, ORIGIN)).toMatchObject({ ok: true });
    expect(await here.statusOf(order)).toBe("approved");
    expect(await here.attemptsOf(order)).toHaveLength(2);
  });

  test("[S10.3] a hold is prolonged to 40 minutes at most by trying again", async () => {
    const order = await here.anOpenOrder();
    const buyer = aGuest({ accessKey: order.accessKey });
    await later(39);
    expect(await payAgain(here.services, buyer, order.requestCode, ORIGIN)).toMatchObject({ ok: true });
    const { rows } = await here.services.db.$client.query(
      "select extract(epoch from hold_until - created_at) as s from orders where id = $1",
      [order.id],
    );
    expect(Number(rows[0]?.s)).toBe(40 * 60);
    await here.follow(order);
    await later(41);
    expect(await payAgain(here.services, buyer, order.requestCode, ORIGIN)).toMatchObject({ code: "timeToPayOver" });
  });

  test("[S10.7] at the end of a hold the page is closed first: unpaid is cancelled as expired, and its IDs are free", async () => {
    const product = await aProduct(here.shop);
    const order = await here.anOpenOrder({ productId: product.id });
    await later(19);
    await endHolds(here.services);
    expect(await here.statusOf(order)).toBe("pending");
    await later(21);
    await endHolds(here.services);
    expect(await here.statusOf(order)).toBe("cancelled");
    expect(await booksOf(here.shop, product.id)).toMatchObject({ counter: 3, held: 0 });
    expect(await here.attemptsOf(order)).toMatchObject([{ state: expect.stringMatching(/cancelled|expired/) }]);
    const seen = await findOrder(here.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
    expect(seen).toMatchObject({ status: "cancelled", expiredAfterHours: 0 });
  });

  test("[S10.7] paid at the last moment, before or while the page is closed: delivered", async () => {
    const before = await here.anOpenOrder();
    await here.fake.pay(before.attempt.providerId ?? "");
    const meanwhile = await here.anOpenOrder();
    await later(21);
    await here.fake.turn({ paysWhileClosing: name === "stripe" });
    if (name === "razorpay") await here.fake.pay(meanwhile.attempt.providerId ?? "");
    await endHolds(here.services);
    expect(await here.statusOf(before)).toBe("approved");
    expect(await here.statusOf(meanwhile)).toBe("approved");
  });

  test("[S10.7] while the provider is silent the hold is prolonged, 60 minutes at most; late money then reopens the order", async () => {
    const order = await here.anOpenOrder();
    await here.fake.turn({ fate: "silent" });
    for (const minutes of [21, 27, 40, 55]) {
      await later(minutes);
      await endHolds(here.services);
      expect(await here.statusOf(order), `${minutes}`).toBe("pending");
    }
    await later(61);
    await endHolds(here.services);
    expect(await here.statusOf(order)).toBe("cancelled");
    await here.fake.turn({ fate: null });
    await here.fake.pay(order.attempt.providerId ?? "");
    await here.follow(order);
    expect(await here.statusOf(order)).toBe("approved");
    expect(await here.paymentsOf(order)).toMatchObject([{ state: "matched" }]);
  });

  test("[S10.3] an order that its buyer cancels is closed at the provider; money that came all the same reopens it", async () => {
    const order = await here.anOpenOrder();
    const buyer = aGuest({ accessKey: order.accessKey });
    expect(await cancelOrder(here.services, buyer, order.requestCode)).toMatchObject({ ok: true });
    await here.follow(order);
    expect(await here.attemptsOf(order)).toMatchObject([{ state: "cancelled" }]);

    const paid = await here.anOpenOrder();
    await here.fake.pay(paid.attempt.providerId ?? "");
    expect(await cancelOrder(here.services, aGuest({ accessKey: paid.accessKey }), paid.requestCode)).toMatchObject({ ok: true });
    await here.follow(paid);
    expect(await here.statusOf(paid)).toBe("approved");
  });

  test("[S10.8] short, over, in another currency or with another reference: under review, and nothing is delivered", async () => {
    for (const paid of [{ paise: 49_899 }, { paise: 49_901 }, { currency: "USD" }]) {
      const order = await here.anOpenOrder();
      await here.fake.turn({ paid });
      await here.fake.pay(order.attempt.providerId ?? "");
      await here.follow(order);
      expect(await here.statusOf(order), JSON.stringify(paid)).toBe("pending");
      expect(await here.paymentsOf(order)).toMatchObject([{ state: "review" }]);
      await later(21);
      await endHolds(here.services);
      expect(await here.statusOf(order), "it waits for an admin").toBe("pending");
      await here.setNow();
    }
    const order = await here.anOpenOrder();
    await here.fake.turn({ paid: { reference: "REQ-OTHER" } });
    await here.fake.pay(order.attempt.providerId ?? "");
    await here.follow(order);
    expect(await here.statusOf(order)).toBe("pending");
    expect(await here.paymentsOf(order)).toEqual([]);
    expect((await here.paymentsOf(null)).at(-1)).toMatchObject({ state: "review", problem: "unknown" });
    await later(21);
    await endHolds(here.services);
    expect(await here.statusOf(order), "the money is not for this order").toBe("cancelled");
  });

  test("[S10.11] open attempts are asked about when they are due and at the start, and never after three days", async () => {
    const order = await here.anOpenOrder();
    const queued = async () => {
      const { rows } = await here.services.db.$client.query("select 1 from graphile_worker.jobs where key = $1", [
        `payment:${order.attempt.id}`,
      ]);
      return rows.length > 0;
    };
    await here.services.db.$client.query("select graphile_worker.remove_job($1)", [`payment:${order.attempt.id}`]);
    await followDuePayments(here.services);
    expect(await queued()).toBe(false);
    await later(3);
    await followDuePayments(here.services);
    expect(await queued()).toBe(true);
    await here.services.db.$client.query("select graphile_worker.remove_job($1)", [`payment:${order.attempt.id}`]);
    await followOpenPayments(here.services);
    expect(await queued()).toBe(true);

    await later(60);
    await here.follow(order);
    expect(await here.attemptsOf(order)).toMatchObject([{ state: "expired", nextCheckAt: expect.any(Date) }]);
    await later(3 * 24 * 60 + 61);
    await here.follow(order);
    expect(await here.attemptsOf(order)).toMatchObject([{ nextCheckAt: null }]);
  });

  test("[S10.11] a provider that does not answer is noted once, and forgotten when it answers", async () => {
    const order = await here.anOpenOrder();
    const silentSince = async () =>
      (await here.services.db.$client.query("select silent_since from payment_methods where name = $1", [name])).rows[0]?.silent_since;
    await here.fake.turn({ fate: 500 });
    await here.follow(order);
    const first = await silentSince();
    expect(first).toEqual(expect.any(Date));
    await wait(5);
    await here.follow(order);
    expect(await silentSince()).toEqual(first);
    await here.fake.turn({ fate: null });
    await here.follow(order);
    expect(await silentSince()).toBeNull();
  });

  test("the books agree with everything that happened here", async () => {
    const faults: string[] = [];
    for await (const fault of verifyShop(here.services)) faults.push(lineOf(fault));
    expect(faults).toEqual([]);
  });
});
