import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { expireOrders } from "#shop/orders/decisions/expire/expire-orders.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { announceLowStock } from "#shop/stock/alerts/announce-low-stock.server.ts";
import { LOW_STOCK } from "#shop/stock/constants.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { requeueDeliveries } from "#shop/webhooks/delivery-chores.server.ts";
import { SEND_DELIVERIES } from "#shop/webhooks/queue-deliveries.server.ts";
import { sendDeliveryAgain } from "#shop/webhooks/send-delivery-again.server.ts";
import { changeSubscription } from "#shop/webhooks/subscriptions.server.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { verifyWebhook } from "#tests/support/servers/standard-webhooks.ts";
import { CHAT, type ObservedShop, openObservedShop } from "#tests/support/servers/subscribed-shop.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { aCustomer, aGuest, anOrderForm, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";

let here: ObservedShop;
beforeAll(async () => {
  here = await openObservedShop();
});
afterEach(() => here.beginAnew());
afterAll(() => here.close());

const approvalOf = async (requestCode: string) => {
  const ids = await reservedValuesOf(here.services, requestCode);
  return approveOrder(here.services, here.admin, requestCode, { ids, faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true });
};

test("every change of an order reaches a webhook, signed, with code, status, quantity and total and nothing else", async () => {
  const { secret } = await here.aWebhook();
  const { id: productId, ids } = await aProduct(here.shop, { price: 499.5, ids: Array.from({ length: 30 }, (_, n) => `zq7-unit-${n}`) });
  const customer = await aCustomer(here.shop);
  const paid = { paymentMethod: "amazon", giftCardCode: "ZQ7GIFT1234567", proof: { filename: "p.png", bytes: onePixel } } as const;
  const approved = await aPendingOrder(here.shop, { productId, quantity: 2, ...paid });
  const rejected = await aPendingOrder(here.shop, { productId, email: "zq7-guest@example.com" });
  const cancelled = await aPendingOrder(here.shop, { productId, visitor: customer });
  expect(await approvalOf(approved.requestCode)).toMatchObject({ ok: true });
  expect(await rejectOrder(here.services, here.admin, rejected.requestCode, { reason: "zq7 reason" })).toMatchObject({ ok: true });
  expect(await cancelOrder(here.services, customer, cancelled.requestCode)).toMatchObject({ ok: true });
  await here.deliverAll();

  const carried = here.program.received.map(({ headers, body }) => verifyWebhook(secret, headers, body, here.services.now()));
  const of = ({ requestCode }: { requestCode: string }, status: string, quantity = 1) => ({
    type: status === "pending" ? "order.placed" : `order.${status}`,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: { requestCode, status, quantity, totalAmount: 499.5 * quantity },
  });
  const all = [
    of(approved, "pending", 2),
    of(rejected, "pending"),
    of(cancelled, "pending"),
    of(approved, "approved", 2),
    of(rejected, "rejected"),
    of(cancelled, "cancelled"),
  ];
  expect(carried).toHaveLength(all.length);
  expect(carried).toEqual(expect.arrayContaining(all));
  const sent = JSON.stringify(here.program.received);
  for (const secretText of [...ids, "ZQ7GIFT", "zq7", approved.accessKey ?? "?", customer.email, customer.userId])
    expect(sent).not.toContain(secretText);
  expect(await here.listDeliveries()).toHaveLength(6);
  expect(
    (await here.listDeliveries()).every(
      ({ state, answerStatus, answerText, attempts }) => `${state} ${answerStatus} ${answerText} ${attempts}` === "sent 200 ok 1",
    ),
  ).toBe(true);
});

const onePixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

test("what was rolled back, refused or repeated is not delivered; of a batch each order is", async () => {
  await here.aWebhook();
  const { id: productId } = await aProduct(here.shop, { ids: Array.from({ length: 20 }, (_, n) => `batch-${n}`) });
  const tooMany = await placeOrder(here.services, aGuest(), anOrderForm({ productId, quantity: 21 }));
  expect(tooMany.ok).toBe(false);
  const idempotencyKey = "the very same request";
  for (const _ of [1, 2]) await placeOrder(here.services, aGuest(), anOrderForm({ productId }), { idempotencyKey });
  const together = await Promise.all(Array.from({ length: 10 }, () => placeOrder(here.services, aGuest(), anOrderForm({ productId }))));
  expect(together.every(({ ok }) => ok)).toBe(true);
  await here.deliverAll();
  const codes = here.program.received.map(({ body }) => JSON.parse(body).data.requestCode);
  expect(new Set(codes).size).toBe(11);
  expect(codes).toHaveLength(11);
});

test("orders that are cancelled automatically are delivered too", async () => {
  await here.aWebhook(["order.cancelled"]);
  const { requestCode } = await aPendingOrder(here.shop);
  const later = new Date(here.services.now().getTime() + 1_000 * 3_600_000);
  await here.services.db.$client.query("update shop_settings set guest_order_hours = 24");
  here.shop.setNow(later);
  expect(await expireOrders(here.services)).toBeGreaterThan(0);
  await here.deliverAll();
  expect(here.program.received.map(({ body }) => JSON.parse(body).data.requestCode)).toContain(requestCode);
});

test("a subscription gets its chosen events, and none while it is off", async () => {
  const { id } = await here.aWebhook(["order.rejected"]);
  const { requestCode } = await aPendingOrder(here.shop);
  const asOff = { events: ["order.placed" as const], isOn: false, token: null };
  expect(await changeSubscription(here.services, here.admin, id, asOff)).toMatchObject({ ok: true });
  await rejectOrder(here.services, here.admin, requestCode, { reason: "no" });
  expect(await here.listDeliveries()).toEqual([]);
  await changeSubscription(here.services, here.admin, id, { ...asOff, isOn: true });
  await aPendingOrder(here.shop);
  expect(await here.listDeliveries()).toMatchObject([{ event: "order.placed" }]);
  await changeSubscription(here.services, here.admin, id, asOff);
  await here.deliverAll();
  expect(here.program.received, "what waits, waits").toEqual([]);
  await changeSubscription(here.services, here.admin, id, { ...asOff, isOn: true });
  await here.deliverAll();
  expect(here.program.received).toHaveLength(1);
});

test("the owner's chat gets a new order at once, and the other events", async () => {
  await here.aChat();
  const { requestCode } = await aPendingOrder(here.shop, { quantity: 2 });
  await here.deliverAll();
  const text = `New order ${requestCode}\n2 × Verified account, ₹998.00\nhttps://shop.example/admin/orders/${requestCode}`;
  expect(here.bot.messages).toEqual([{ chat_id: CHAT, text, link_preview_options: { is_disabled: true } }]);
  await approvalOf(requestCode);
  await here.deliverAll();
  expect(here.bot.messages.at(-1)?.text).toMatch(/^Approved: REQ-/);
});

test("low stock is delivered once, with the order that caused it or soon after, until there is more again", async () => {
  await here.aWebhook(["stock.low"]);
  const { id: productId, name: productName } = await aProduct(here.shop, {
    ids: Array.from({ length: LOW_STOCK + 2 }, (_, n) => `low-${n}`),
  });
  await announceLowStock(here.services);
  await here.services.db.$client.query("delete from deliveries");
  const lowOf = async () =>
    (await here.services.db.$client.query("select facts from deliveries where facts ->> 'productId' = $1 order by created_at", [productId]))
      .rows;
  await aPendingOrder(here.shop, { productId });
  expect(await lowOf()).toEqual([]);
  await aPendingOrder(here.shop, { productId, quantity: 2 });
  expect(await lowOf()).toEqual([{ facts: { productId, productName, available: LOW_STOCK - 1 } }]);
  await aPendingOrder(here.shop, { productId });
  await announceLowStock(here.services);
  await announceLowStock(here.services);
  expect(await lowOf()).toHaveLength(1);

  await addIds(here.services, here.admin, { productId, ids: Array.from({ length: 5 }, (_, n) => `more-${n}`).join("\n") });
  await announceLowStock(here.services);
  await aPendingOrder(here.shop, { productId, quantity: 4 });
  expect(await lowOf()).toHaveLength(2);

  const deleted = await aProduct(here.shop, { ids: ["one"] });
  const never = await aProduct(here.shop, { ids: [] });
  await here.services.db.$client.query("update products set deleted_at = now() where id = $1", [deleted.id]);
  const sold = await aProduct(here.shop, { ids: ["only"] });
  expect(await announceLowStock(here.services)).toBe(1);
  const { rows } = await here.services.db.$client.query("select facts ->> 'productId' as id from deliveries");
  expect(rows.map(({ id }) => id)).toContain(sold.id);
  for (const { id } of [deleted, never]) expect(rows.map(({ id }) => id)).not.toContain(id);
});

test("without subscriptions placing writes nothing more; with them it takes no more round trips and statements", async () => {
  const { id: productId } = await aProduct(here.shop, { ids: Array.from({ length: 50 }, (_, n) => `trip-${n}`) });
  const place = async () =>
    countQueries(here.shop, async (own) => {
      const placed = await placeOrder(anotherProcess(own, own.db, still), aGuest(), anOrderForm({ productId }));
      expect(placed.ok).toBe(true);
    });
  const { $client } = here.services.db;
  const jobs = async () => (await $client.query("select from graphile_worker.jobs where task_identifier = $1", [SEND_DELIVERIES])).rowCount;
  // Warms the caches, so that their queries do not count.
  await place();
  const [before, jobsBefore] = [await here.listDeliveries(), await jobs()];
  const unsubscribed = await place();
  expect([await here.listDeliveries(), await jobs()]).toEqual([before, jobsBefore]);
  await here.aWebhook(["order.placed"]);
  expect(await place()).toEqual(unsubscribed);
  expect(await jobs()).toBe((jobsBefore ?? 0) + 1);
  await here.deliverAll();
  expect(here.program.received).toHaveLength(1);
});

/** Receives no announcements: those of earlier tests would cause reads that are counted. */
const still: Services["live"] = { follow: () => () => {}, mayHaveChanged: () => false };

test("a delivery has one job from the order's commit on, which moves to each next attempt", async () => {
  const { $client } = here.services.db;
  const jobs = async () =>
    (await $client.query("select key, queue_name, run_at from graphile_worker.jobs where task_identifier = $1", [SEND_DELIVERIES])).rows;
  await $client.query("delete from graphile_worker._private_jobs");
  const { id } = await here.aWebhook(["order.placed"]);
  await here.aWebhook(["order.cancelled"]);
  await aPendingOrder(here.shop);
  const [delivery] = await here.listDeliveries();
  expect(await jobs()).toMatchObject([{ key: `delivery:${delivery?.id}`, queue_name: `subscription:${id}` }]);

  here.program.answerWith({ status: 500 });
  await here.deliverAll();
  const [attempted] = await here.listDeliveries();
  const [again, ...others] = await jobs();
  expect(Math.abs(again.run_at.getTime() - (attempted?.nextAttemptAt?.getTime() ?? 0))).toBeLessThan(1_000);
  expect(others).toEqual([]);

  here.program.answerWith({ status: 410 });
  await $client.query("update deliveries set next_attempt_at = now() - interval '1 second'");
  await here.deliverAll();
  expect(await here.listDeliveries()).toMatchObject([{ state: "failed" }]);
  await sendDeliveryAgain(here.services, here.admin, delivery?.id ?? "");
  expect(await jobs()).toHaveLength(1);
});

test("waiting deliveries without a job get one: those of a restored shop, and of a subscription that is on again", async () => {
  const { $client } = here.services.db;
  const jobs = async () => (await $client.query("select from graphile_worker.jobs where task_identifier = $1", [SEND_DELIVERIES])).rowCount;
  const { id } = await here.aWebhook(["order.placed"]);
  for (let n = 0; n < 3; n += 1) await aPendingOrder(here.shop);
  await $client.query("delete from graphile_worker._private_jobs");
  expect(await requeueDeliveries(here.services)).toBe(3);
  expect(await requeueDeliveries(here.services)).toBe(0);
  expect(await jobs()).toBe(3);

  await $client.query("delete from graphile_worker._private_jobs");
  const form = { events: ["order.placed" as const], token: null };
  await changeSubscription(here.services, here.admin, id, { ...form, isOn: false });
  expect(await requeueDeliveries(here.services)).toBe(0);
  await changeSubscription(here.services, here.admin, id, { ...form, isOn: true });
  expect(await jobs()).toBe(3);
});
