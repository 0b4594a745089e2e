import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import { LOW_STOCK } from "#shop/constants.ts";
import { followListeners, isHeard } from "#shop/notices/heard.server.ts";
import { changeListener, removeListener } from "#shop/notices/listeners.server.ts";
import { addIds } from "#shop/stock/add-ids.server.ts";
import { aCustomer, aGuest, anOrderForm, aPendingOrder, aProduct } from "#tests/support/builders.ts";
import { countQueries } from "#tests/support/count-queries.ts";
import { verifyWebhook } from "#tests/support/standard-webhooks.ts";
import { CHAT, openToldShop, type ToldShop } from "#tests/support/told-shop.ts";
import { findAdminOrder } from "./admin-orders.server.ts";
import { approveOrder } from "./approve-order.server.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { lapseOrders } from "./lapse-orders.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { rejectOrder } from "./reject-order.server.ts";
import { tellLowStock } from "./tell-low-stock.server.ts";

let here: ToldShop;
beforeAll(async () => {
  here = await openToldShop();
});
afterEach(() => here.beginAnew());
afterAll(() => here.close());

const approvalOf = async (requestCode: string) => {
  const ids = ((await findAdminOrder(here.services, requestCode))?.reservedIds ?? []).map(({ value }) => value);
  return approveOrder(here.services, here.admin, requestCode, { ids, faulty: [], downloadLink: null, confirmed: true });
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
  await here.tellAll();

  const carried = here.program.received.map(({ headers, body }) => verifyWebhook(secret, headers, body, here.services.now()));
  const of = ({ requestCode }: { requestCode: string }, status: string, quantity = 1) => ({
    type: status === "pending" ? "order.placed" : `order.${status}`,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: { requestCode, status, quantity, totalAmount: 499.5 * quantity },
  });
  const all = [
    ...[of(approved, "pending", 2), of(rejected, "pending"), of(cancelled, "pending")],
    ...[of(approved, "approved", 2), of(rejected, "rejected"), of(cancelled, "cancelled")],
  ];
  expect(carried).toHaveLength(all.length);
  expect(carried).toEqual(expect.arrayContaining(all));
  const sent = JSON.stringify(here.program.received);
  for (const secretText of [...ids, "ZQ7GIFT", "zq7", approved.accessKey ?? "?", customer.email, customer.userId])
    expect(sent).not.toContain(secretText);
  expect(await here.told()).toHaveLength(6);
  expect(
    (await here.told()).every(
      ({ state, answerStatus, answerText, tries }) => `${state} ${answerStatus} ${answerText} ${tries}` === "sent 200 ok 1",
    ),
  ).toBe(true);
});

const onePixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

test("what was rolled back, refused or repeated is not told; of a batch each order is", async () => {
  await here.aWebhook();
  const { id: productId } = await aProduct(here.shop, { ids: Array.from({ length: 20 }, (_, n) => `batch-${n}`) });
  const tooMany = await placeOrder(here.services, aGuest(), anOrderForm({ productId, quantity: 21 }));
  expect(tooMany.ok).toBe(false);
  const idempotencyKey = "the very same request";
  for (const _ of [1, 2]) await placeOrder(here.services, aGuest(), anOrderForm({ productId }), { idempotencyKey });
  const together = await Promise.all(Array.from({ length: 10 }, () => placeOrder(here.services, aGuest(), anOrderForm({ productId }))));
  expect(together.every(({ ok }) => ok)).toBe(true);
  await here.tellAll();
  const codes = here.program.received.map(({ body }) => JSON.parse(body).data.requestCode);
  expect(new Set(codes).size).toBe(11);
  expect(codes).toHaveLength(11);
});

test("orders that are cancelled by themselves are told too", async () => {
  await here.aWebhook(["order.cancelled"]);
  const { requestCode } = await aPendingOrder(here.shop);
  const later = new Date(here.services.now().getTime() + 1_000 * 3_600_000);
  await here.services.db.$client.query("update shop_settings set guest_order_hours = 24");
  here.shop.setNow(later);
  expect(await lapseOrders(here.services)).toBeGreaterThan(0);
  await here.tellAll();
  expect(here.program.received.map(({ body }) => JSON.parse(body).data.requestCode)).toContain(requestCode);
});

test("a listener is told what it chose, and nothing while it is off", async () => {
  const { id } = await here.aWebhook(["order.rejected"]);
  const { requestCode } = await aPendingOrder(here.shop);
  const asOff = { events: ["order.placed" as const], isOn: false, token: null };
  expect(await changeListener(here.services, here.admin, id, asOff)).toMatchObject({ ok: true });
  await rejectOrder(here.services, here.admin, requestCode, { reason: "no" });
  expect(await here.told()).toEqual([]);
  await changeListener(here.services, here.admin, id, { ...asOff, isOn: true });
  await aPendingOrder(here.shop);
  expect(await here.told()).toMatchObject([{ event: "order.placed" }]);
  await changeListener(here.services, here.admin, id, asOff);
  await here.tellAll();
  expect(here.program.received, "what waits, waits").toEqual([]);
  await changeListener(here.services, here.admin, id, { ...asOff, isOn: true });
  await here.tellAll();
  expect(here.program.received).toHaveLength(1);
});

test("the owner's chat is told of a new order at once, and of the other events", async () => {
  await here.aChat();
  const { requestCode } = await aPendingOrder(here.shop, { quantity: 2 });
  await here.tellAll();
  const text = `New order ${requestCode}\n2 × Verified account, ₹998.00\nhttps://shop.example/admin/orders/${requestCode}`;
  expect(here.bot.messages).toEqual([{ chat_id: CHAT, text, link_preview_options: { is_disabled: true } }]);
  await approvalOf(requestCode);
  await here.tellAll();
  expect(here.bot.messages.at(-1)?.text).toMatch(/^Approved: REQ-/);
});

test("few IDs left are told once, with the order that took them or soon after, until there are more again", async () => {
  await here.aWebhook(["stock.low"]);
  const { id: productId, name: productName } = await aProduct(here.shop, {
    ids: Array.from({ length: LOW_STOCK + 2 }, (_, n) => `low-${n}`),
  });
  await tellLowStock(here.services);
  await here.services.db.$client.query("delete from notices");
  const lowOf = async () =>
    (await here.services.db.$client.query("select facts from notices where facts ->> 'productId' = $1 order by created_at", [productId]))
      .rows;
  await aPendingOrder(here.shop, { productId });
  expect(await lowOf()).toEqual([]);
  await aPendingOrder(here.shop, { productId, quantity: 2 });
  expect(await lowOf()).toEqual([{ facts: { productId, productName, available: LOW_STOCK - 1 } }]);
  await aPendingOrder(here.shop, { productId });
  await tellLowStock(here.services);
  await tellLowStock(here.services);
  expect(await lowOf()).toHaveLength(1);

  await addIds(here.services, here.admin, { productId, ids: Array.from({ length: 5 }, (_, n) => `more-${n}`).join("\n") });
  await tellLowStock(here.services);
  await aPendingOrder(here.shop, { productId, quantity: 4 });
  expect(await lowOf()).toHaveLength(2);

  const deleted = await aProduct(here.shop, { ids: ["one"] });
  const never = await aProduct(here.shop, { ids: [] });
  await here.services.db.$client.query("update products set deleted_at = now() where id = $1", [deleted.id]);
  const sold = await aProduct(here.shop, { ids: ["only"] });
  expect(await tellLowStock(here.services)).toBe(1);
  const { rows } = await here.services.db.$client.query("select facts ->> 'productId' as id from notices");
  expect(rows.map(({ id }) => id)).toContain(sold.id);
  for (const { id } of [deleted, never]) expect(rows.map(({ id }) => id)).not.toContain(id);
});

/** Hears of nothing: what earlier tests announced would be read again in between, and be counted. */
const still: Services["live"] = {
  follow: () => () => {},
  mayHaveChanged: () => false,
  heardSince: () => 0,
  heardAgainSince: async () => 0,
};

test("where nobody listens placing asks and writes nothing more; with listeners it takes no more round trips", async () => {
  const { id: productId } = await aProduct(here.shop, { ids: Array.from({ length: 50 }, (_, n) => `trip-${n}`) });
  const place = async (isFollowed: boolean) =>
    countQueries(here.shop, async (own) => {
      if (isFollowed) await followListeners({ ...own, live: still });
      const placed = await placeOrder({ ...own, live: still }, aGuest(), anOrderForm({ productId }));
      expect(placed.ok).toBe(true);
    });
  // What is asked once and then kept is not counted.
  await place(true);
  const silent = await place(true);
  await here.aWebhook(["order.placed"]);
  const heard = await place(true);
  expect(heard.roundTrips).toBe(silent.roundTrips);
  expect(heard.statements).toBe(silent.statements + 1);
  const unknown = await place(false);
  expect(unknown.roundTrips, "without asking first").toBe(silent.roundTrips - 1);
  await here.tellAll();
  expect(here.program.received).toHaveLength(2);
});

test("a process knows who listens as soon as another has changed it", async () => {
  await followListeners(here.services);
  // What earlier tests announced may still be on its way; until it was read again, nothing is certain.
  await expect.poll(() => isHeard(here.services, "order.placed")).toBe(false);
  const { id } = await here.aWebhook(["order.placed"]);
  await expect.poll(() => isHeard(here.services, "order.placed") && !isHeard(here.services, "order.rejected")).toBe(true);
  await removeListener(here.services, here.admin, id);
  await expect.poll(() => isHeard(here.services, "order.placed")).toBe(false);
});
