import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { endHolds } from "#shop/orders/payment/attempts/end-holds.server.ts";
import { followAttempt } from "#shop/orders/payment/attempts/follow-payment.server.ts";
import { payAgain } from "#shop/orders/payment/attempts/pay-again.server.ts";
import { receiveEvent } from "#shop/orders/payment/attempts/receive-event.server.ts";
import { returnFromProvider } from "#shop/orders/payment/attempts/return-from-provider.server.ts";
import { ORIGIN, openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, aProduct } from "#tests/support/shop/builders.ts";

const TIMES = 3;

let here: PayingShop;
/** Another process on the same database. */
let elsewhere: Services;
beforeAll(async () => {
  here = await openPayingShop();
  const { services, shop } = here;
  elsewhere = anotherProcess(services, openDatabase(shop.shopUrl, { max: 10, settings: ledgerSettings(services) }));
});
afterEach(async () => {
  await here.fake.turn({ ...usualKnobs, fates: {} });
  await here.setNow();
  here.events.received.length = 0;
  expect(await faultsOf(here.shop)).toEqual([]);
});
afterAll(async () => {
  await closeDatabase(elsewhere.db);
  await here.close();
});

const statesOf = async (order: { id: string }) => (await here.paymentsOf(order)).map(({ state }) => state).sort();

/** Pays on the provider's page like a buyer, and returns the signed query of the way back. */
async function payOnPage(payUrl: string | null): Promise<URLSearchParams> {
  const answer = await fetch(payUrl ?? "", { method: "POST", body: "choice=pay", redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "").searchParams;
}

test("[S10.4] [S10.5] webhook, return page, poll and another try at the same moment in two processes: one payment, one delivery", async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const product = await aProduct(here.shop);
    const order = await here.anOpenOrder({ productId: product.id });
    here.events.received.length = 0;
    const query = await payOnPage(order.attempt.payUrl);
    await expect.poll(() => here.events.received.length).toBe(2);
    const events = here.events.received.map(({ headers, body }) => ({
      headers: new Headers(headers as Record<string, string>),
      rawBody: Buffer.from(body),
    }));
    await Promise.all(
      [here.services, elsewhere].flatMap((services) => [
        ...events.map((event) => receiveEvent(services, "razorpay", event)),
        returnFromProvider(services, order.requestCode, query),
        followAttempt(services, order.attempt.id),
        payAgain(services, aGuest({ accessKey: order.accessKey }), order.requestCode, ORIGIN),
      ]),
    );
    await here.follow(order);
    expect(await here.statusOf(order)).toBe("approved");
    expect(await statesOf(order)).toEqual(["matched"]);
    expect(await here.attemptsOf(order)).toHaveLength(1);
    expect(await booksOf(here.shop, product.id)).toMatchObject({ counter: 2, held: 0, delivered: 1 });
  }
});

test("[S10.3] [S10.8] two tabs pay the same order on one page: it is delivered once, and one payment goes back", async () => {
  const product = await aProduct(here.shop);
  const order = await here.anOpenOrder({ productId: product.id });
  await Promise.all([here.fake.pay(order.attempt.providerId ?? ""), here.fake.pay(order.attempt.providerId ?? "")]);
  await Promise.all([here.services, elsewhere].map((services) => followAttempt(services, order.attempt.id)));
  expect(await here.statusOf(order)).toBe("approved");
  expect(await statesOf(order)).toEqual(["matched", "refund due"]);
  expect(await booksOf(here.shop, product.id)).toMatchObject({ delivered: 1, held: 0 });
});

test("[S10.3] [S10.8] two tabs try again in two processes: one new page, and one waits; money on both pages delivers once", async () => {
  const order = await here.anOpenOrder();
  const buyer = aGuest({ accessKey: order.accessKey });
  // Neither may find the page of the other on its way: both wait until both are counted.
  const letBothCount = await holdCounts(here.services);
  const trying = [here.services, elsewhere].map((services) => payAgain(services, buyer, order.requestCode, ORIGIN));
  await letBothCount(trying.length);
  const again = await Promise.all(trying);
  expect(again.map((one) => (one.ok ? "begun" : one.code)).sort()).toEqual(["begun", "tooManyRequests"]);
  await here.follow(order);
  const [first, second, ...more] = await here.attemptsOf(order);
  expect([first?.state, second?.state, more]).toEqual(["cancelled", "open", []]);
  await here.fake.pay(first?.providerId ?? "");
  await here.fake.pay(second?.providerId ?? "");
  await Promise.all([first, second].map((attempt, n) => followAttempt(n === 0 ? here.services : elsewhere, attempt?.id ?? "")));
  expect(await here.statusOf(order)).toBe("approved");
  expect(await statesOf(order)).toEqual(["matched", "refund due"]);
});

test("[S10.3] a tab that begins a new page just after another tab looked for one keeps it, and there is no third page", async () => {
  const order = await here.anOpenOrder();
  const tryAgain = (services: Services) => payAgain(services, aGuest({ accessKey: order.accessKey }), order.requestCode, ORIGIN);
  const { db } = elsewhere;
  const $count = async (...given: Parameters<typeof db.$count>) => {
    const found = await db.$count(...given);
    await tryAgain(here.services);
    return found;
  };
  const slow = { ...elsewhere, db: Object.assign(Object.create(db), { $count }) };
  expect(await tryAgain(slow)).toMatchObject({ code: "tooManyRequests" });
  expect((await here.attemptsOf(order)).map(({ state }) => state)).toEqual(["cancelled", "opening"]);
});

test("[S10.7] paid while the clock ends the hold in another process: delivered, before or after", async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const order = await here.anOpenOrder();
    await here.setNow(new Date(Date.now() + 20.5 * MINUTE_MS));
    await Promise.all([here.fake.pay(order.attempt.providerId ?? ""), endHolds(elsewhere), followAttempt(here.services, order.attempt.id)]);
    await here.follow(order);
    expect(await here.statusOf(order)).toBe("approved");
    expect(await statesOf(order)).toEqual(["matched"]);
    await here.setNow();
  }
});

test("[S10.8] paid while its buyer cancels in another process: delivered, before or after", async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const order = await here.anOpenOrder();
    const cancel = () => cancelOrder(elsewhere, aGuest({ accessKey: order.accessKey }), order.requestCode);
    await Promise.all([
      here.fake.pay(order.attempt.providerId ?? "").then(() => followAttempt(here.services, order.attempt.id)),
      cancel().then(() => followAttempt(elsewhere, order.attempt.id)),
    ]);
    await here.follow(order);
    expect(await here.statusOf(order)).toBe("approved");
    expect(await statesOf(order)).toEqual(["matched"]);
  }
});

test("[S10.8] paid while the owner rejects in another process: delivered, or the page is closed and the money goes back", async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const order = await here.anOpenOrder();
    const [, rejection] = await Promise.all([
      here.fake.pay(order.attempt.providerId ?? "").then(() => followAttempt(here.services, order.attempt.id)),
      rejectOrder(elsewhere, here.admin, order.requestCode, { reason: "No" }),
    ]);
    await here.follow(order);
    expect(await here.statusOf(order)).toBe(rejection.ok ? "rejected" : "approved");
    expect(await statesOf(order)).toEqual([rejection.ok ? "refund due" : "matched"]);
  }
  const tooLate = await here.anOpenOrder();
  await rejectOrder(elsewhere, here.admin, tooLate.requestCode, { reason: "No" });
  await here.fake.pay(tooLate.attempt.providerId ?? "");
  await here.follow(tooLate);
  expect(await here.statusOf(tooLate)).toBe("rejected");
  expect(await here.paymentsOf(tooLate)).toMatchObject([{ state: "refund due", problem: "rejected" }]);
  const unpaid = await here.anOpenOrder();
  await rejectOrder(elsewhere, here.admin, unpaid.requestCode, { reason: "No" });
  await here.follow(unpaid);
  const page = (await here.fake.state()).pages.find(({ id }) => id === unpaid.attempt.providerId);
  expect(page?.state, "nobody can pay on it any more").toBe("cancelled");
});

/** Holds back every count of attempts; the returned function lets them go once so many wait. */
async function holdCounts({ db }: Pick<Services, "db">): Promise<(waiting: number) => Promise<void>> {
  const holder = await db.$client.connect();
  await holder.query("begin; lock table rate_limits in exclusive mode");
  return async (waiting) => {
    const count = "select count(*)::integer as n from pg_locks where relation = 'rate_limits'::regclass and not granted";
    try {
      await expect.poll(async () => (await holder.query(count)).rows[0].n).toBe(waiting);
    } finally {
      await holder.query("commit");
      holder.release();
    }
  };
}
