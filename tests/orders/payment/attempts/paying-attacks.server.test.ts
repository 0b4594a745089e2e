import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import { receiveEvent } from "#shop/orders/payment/attempts/receive-event.server.ts";
import { returnFromProvider } from "#shop/orders/payment/attempts/return-from-provider.server.ts";
import { openApi } from "#tests/support/api/api.ts";
import { openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { OLD_WEBHOOK_SECRET, WEBHOOK_SECRET } from "#tests/support/payments/providers.ts";
import { razorpayAccount } from "#tests/support/payments/razorpay-server.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aProduct } from "#tests/support/shop/builders.ts";
import { settled, someMoney } from "#tests/support/shop/payments.ts";

let here: PayingShop;
beforeAll(async () => {
  here = await openPayingShop();
});
afterEach(async () => {
  await here.fake.turn({ ...usualKnobs, fates: {} });
  here.events.received.length = 0;
  expect(await faultsOf(here.shop)).toEqual([]);
});
afterAll(() => here.close());

const calls = async () => (await here.fake.state()).calls.length;
const events = async () => (await here.services.db.$client.query("select id from payment_events")).rows.length;
const hmac = (secret: string, message: string) => createHmac("sha256", secret).update(message).digest("hex");

/** An event as Razorpay sends it, signed with this secret. */
function anEvent(entities: Record<string, object>, { id, secret = WEBHOOK_SECRET }: { id: string; secret?: string }) {
  const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]));
  const body = JSON.stringify({ entity: "event", event: "payment_link.paid", payload });
  const headers = new Headers({ "x-razorpay-signature": hmac(secret, body), "x-razorpay-event-id": id });
  return { headers, rawBody: Buffer.from(body) };
}

test("[S10.4] the signed way back of one paid order opens no other order of the same amount", async () => {
  const [paid, other] = [await here.anOpenOrder(), await here.anOpenOrder()];
  const answer = await fetch(paid.attempt.payUrl ?? "", { method: "POST", body: "choice=pay", redirect: "manual" });
  const query = new URL(answer.headers.get("location") ?? "").searchParams;
  const before = await calls();
  await returnFromProvider(here.services, other.requestCode, query);
  expect(await calls(), "nobody is asked").toBe(before);
  const mixed = new URLSearchParams(query);
  mixed.set("razorpay_payment_link_id", other.attempt.providerId ?? "");
  mixed.set("razorpay_payment_link_reference_id", other.attempt.reference);
  await returnFromProvider(here.services, other.requestCode, mixed);
  expect(await calls(), "nor for parts that nobody signed").toBe(before);
  await here.follow(other);
  expect(await here.statusOf(other)).toBe("pending");
  expect(await here.paymentsOf(other)).toEqual([]);

  await returnFromProvider(here.services, paid.requestCode, query);
  expect(await here.statusOf(paid), "its own order is delivered").toBe("approved");
});

test("[S10.4] a way back that says paid, signed by somebody who knows the key secret, is only a question", async () => {
  const order = await here.anOpenOrder();
  const parts = [order.attempt.providerId ?? "", order.attempt.reference, "paid", "pay_29QQoUBi66xm2f"];
  const query = new URLSearchParams({
    razorpay_payment_link_id: parts[0] ?? "",
    razorpay_payment_link_reference_id: parts[1] ?? "",
    razorpay_payment_link_status: "paid",
    razorpay_payment_id: parts[3] ?? "",
    razorpay_signature: hmac(razorpayAccount.keySecret, parts.join("|")),
  });
  await returnFromProvider(here.services, order.requestCode, query);
  expect(await here.statusOf(order)).toBe("pending");
  expect(await here.paymentsOf(order)).toEqual([]);
});

test("[S10.4] an event of another account is forged; one of another page of this account moves no order", async () => {
  const [order, paid] = [await here.anOpenOrder(), await here.anOpenOrder()];
  const before = await events();
  const link = { id: order.attempt.providerId, reference_id: order.attempt.reference, status: "paid", amount_paid: 49_900 };
  const foreign = anEvent({ payment_link: link }, { id: "evForeign", secret: OLD_WEBHOOK_SECRET });
  expect(await receiveEvent(here.services, "razorpay", foreign)).toMatchObject({ code: "eventForged" });
  const elsewhere = anEvent({ payment_link: { ...link, id: "plink_elsewhere", reference_id: "invoice 77" } }, { id: "evElsewhere" });
  expect(await receiveEvent(here.services, "razorpay", elsewhere)).toMatchObject({ ok: true, value: "not ours" });
  expect(await events()).toBe(before);

  // The payment of another order, under this order's page and reference.
  await here.fake.pay(paid.attempt.providerId ?? "");
  const [payment] = (await here.fake.state()).pages.find(({ id }) => id === paid.attempt.providerId)?.payments ?? [];
  const swapped = anEvent({ payment_link: link, payment: { id: payment } }, { id: "evSwapped" });
  expect(await receiveEvent(here.services, "razorpay", swapped)).toMatchObject({ ok: true, value: "stored" });
  await here.follow(order);
  expect(await here.statusOf(order)).toBe("pending");
  await here.follow(paid);
  expect(await here.statusOf(paid)).toBe("approved");
});

test("[S10.4] [S10.10] an event about a refund of money whose page is unknown is stored once with its job; of money of others nothing is", async () => {
  const { paymentId } = await settled(here.services, someMoney(null, { source: "razorpay", reference: "pay_unlinked" }));
  const refund = anEvent({ refund: { id: "rfnd_1", payment_id: "pay_unlinked" } }, { id: "evRefund" });
  expect(await receiveEvent(here.services, "razorpay", refund)).toMatchObject({ value: "stored" });
  expect(await receiveEvent(here.services, "razorpay", refund)).toMatchObject({ value: "repeated" });
  const jobs = await here.services.db.$client.query("select 1 from graphile_worker.jobs where key = $1", [`refunds:${paymentId}`]);
  expect(jobs.rows).toHaveLength(1);
  const before = await events();
  const others = anEvent({ refund: { id: "rfnd_2", payment_id: "pay_of_another_shop" } }, { id: "evOthers" });
  expect(await receiveEvent(here.services, "razorpay", others)).toMatchObject({ value: "not ours" });
  expect(await events()).toBe(before);
});

test("[S10.4] a signed body counts once, whatever unsigned id comes beside it, also many at once", async () => {
  const order = await here.anOpenOrder();
  const before = await events();
  const link = { id: order.attempt.providerId, reference_id: order.attempt.reference };
  const send = (id: string) => receiveEvent(here.services, "razorpay", anEvent({ payment_link: link }, { id }));
  const said = await Promise.all(["again-1", "again-2", "again-3", "again-4"].map(send));
  expect(said.map((one) => one.ok && one.value).sort()).toEqual(["repeated", "repeated", "repeated", "stored"]);
  await here.follow(order);
  expect(await send("again-5")).toMatchObject({ value: "repeated" });
  expect(await events()).toBe(before + 1);
  const jobs = await here.services.db.$client.query("select 1 from graphile_worker.jobs where key = $1", [`payment:${order.attempt.id}`]);
  expect(jobs.rows.length).toBeLessThanOrEqual(1);
});

test("[S10.4] events that come twice, in another order or long after everything change nothing more", async () => {
  const order = await here.anOpenOrder();
  await here.fake.turn({ reversesEvents: true, eventTimes: 2 });
  await here.fake.pay(order.attempt.providerId ?? "");
  const late = [...here.events.received];
  expect(late).toHaveLength(4);
  await here.receiveEvents();
  await here.follow(order);
  const after = { payments: await here.paymentsOf(order), attempts: await here.attemptsOf(order) };
  expect(after.payments).toMatchObject([{ state: "matched" }]);

  await here.setNow(new Date(Date.now() + 4 * 24 * 3_600_000));
  here.events.received.push(...late);
  expect(await here.receiveEvents()).toContain("repeated");
  const link = { id: order.attempt.providerId, reference_id: order.attempt.reference };
  expect(await receiveEvent(here.services, "razorpay", anEvent({ payment_link: link }, { id: "evLate" }))).toMatchObject({
    value: "stored",
  });
  await here.follow(order);
  await here.setNow();
  expect({ payments: await here.paymentsOf(order), attempts: await here.attemptsOf(order) }).toEqual(after);
});

test("[S10.4] amount, currency and quantity that a browser sends beside the order change nothing that is paid", async () => {
  const call = openApi(here.services);
  const product = await aProduct(here.shop, { price: 499, ids: Array.from({ length: 8 }, (_, n) => `browser-${n}`) });
  const forged = { totalAmount: 1, price: 0.01, amount: 1, payable: 1, payablePaise: 100, currency: "USD", payment: { payable: 1 } };
  const json = { productId: product.id, quantity: 2, paymentMethod: "razorpay", ...forged };
  const placed = await call("/api/orders", { json });
  expect(placed.status).toBe(201);
  const { id, requestCode, accessKey } = await placed.json();
  const again = { "x-access-key": accessKey };
  await here.follow({ id });
  expect((await call(`/api/orders/${requestCode}/payment-attempts`, { json: forged, headers: again })).status).toBeLessThan(300);
  await here.follow({ id });
  const attempts = await here.attemptsOf({ id });
  expect(attempts.map(({ paise }) => paise)).toEqual([99_800, 99_800]);
  const { pages } = await here.fake.state();
  const asked = pages.filter(({ reference }) => reference.startsWith(requestCode));
  expect(asked.map(({ paise, currency }) => [paise, currency])).toEqual([
    [99_800, "INR"],
    [99_800, "INR"],
  ]);

  const cheaper = await call("/api/orders", { json: { ...json, expectedPrice: 1 } });
  expect(cheaper.status, "a price that is not the shop's is refused").toBe(409);
  for (const quantity of [0, -1, 1.5, "2e9"]) expect((await call("/api/orders", { json: { ...json, quantity } })).status).toBe(422);
});
