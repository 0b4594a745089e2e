import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { returnFromProvider } from "#shop/orders/payment/attempts/return-from-provider.server.ts";
import { askForPayment } from "#shop/orders/payment/upi/ask-for-payment.server.ts";
import { openApi, refusalIn } from "#tests/support/api/api.ts";
import { english } from "#tests/support/english.ts";
import { openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, aPendingOrder } from "#tests/support/shop/builders.ts";

let here: PayingShop;
beforeAll(async () => {
  here = await openPayingShop("stripe", 400);
});
afterEach(async () => {
  await here.fake.turn({ ...usualKnobs, fates: {} });
  await here.setNow();
  expect(await faultsOf(here.shop)).toEqual([]);
});
afterAll(() => here.close());

const calls = async () => (await here.fake.state()).calls.length;
const sinceStart = (ms: number) => here.setNow(new Date(Date.now() + ms));

/** The buyer's call that begins to pay an order again. */
function payingAgain(order: { requestCode: string; accessKey: string | null }) {
  const call = openApi(here.services);
  const as = aGuest({ accessKey: order.accessKey });
  return () => call(`/api/orders/${order.requestCode}/payment-attempts`, { method: "POST", as });
}

test("[S10.3] an order is tried again once in 20 s, then it is 429 with Retry-After, and the provider is asked nothing", async () => {
  const order = await here.anOpenOrder();
  const again = payingAgain(order);
  expect((await again()).status).toBe(200);
  await here.follow(order);
  const before = await calls();
  for (let n = 0; n < 5; n += 1) {
    const answer = await again();
    expect(answer.headers.get("retry-after")).toMatch(/^(1?\d|20)$/);
    expect(await refusalIn(answer)).toEqual({ status: 429, code: "tooManyRequests", error: english("tooManyRequests") });
  }
  expect(await calls()).toBe(before);
  expect(
    (await here.attemptsOf(order)).map(({ state }) => state),
    "the open page stays",
  ).toEqual(["cancelled", "open"]);
  await sinceStart(21_000);
  expect((await again()).status).toBe(200);
});

test("[S10.3] while the provider is silent, it is asked once in 20 s too", async () => {
  const order = await here.anOpenOrder();
  const again = payingAgain(order);
  await here.fake.turn({ fate: "silent" });
  expect((await again()).status).toBe(503);
  const before = await calls();
  expect((await again()).status).toBe(429);
  expect(await calls()).toBe(before);
});

test("[S10.3] [S10.17] an order has ten attempts; another one is refused, and the page that is open stays", async () => {
  const order = await aPendingOrder(here.shop, {});
  expect(await askForPayment(here.services, here.admin, order.requestCode)).toMatchObject({ ok: true });
  const again = payingAgain(order);
  for (let n = 0; n < 10; n += 1) {
    await sinceStart(n * 21_000);
    expect((await again()).status, `attempt ${n + 1}`).toBe(200);
    await here.follow(order);
  }
  await sinceStart(10 * 21_000);
  const before = await calls();
  expect(await refusalIn(await again())).toMatchObject({ status: 409, code: "paymentAttemptsUsedUp" });
  expect(await calls()).toBe(before);
  expect((await here.attemptsOf(order)).map(({ state }) => state)).toEqual([...Array(9).fill("cancelled"), "open"]);
});

test("[S10.11] a page that was closed unpaid is looked at after an hour, then once a day", async () => {
  const order = await here.anOpenOrder();
  expect((await payingAgain(order)()).status).toBe(200);
  const [closed] = await here.attemptsOf(order);
  const waitMs = (closed?.nextCheckAt?.getTime() ?? 0) - (closed?.closedAt?.getTime() ?? 0);
  expect(waitMs).toBe(60 * MINUTE_MS);
});

test("[S10.3] whoever comes back from the provider again and again makes the shop ask six times a minute", async () => {
  const order = await here.anOpenOrder();
  const query = new URLSearchParams({ session_id: order.attempt.providerId ?? "" });
  const before = await calls();
  for (let n = 0; n < 20; n += 1) await returnFromProvider(here.services, order.requestCode, query);
  expect((await calls()) - before).toBe(6);
});
