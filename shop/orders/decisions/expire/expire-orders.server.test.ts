import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { showEmail } from "#shop/emails/reading/show-email.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { findOrderInDepth } from "#shop/orders/reading/order-detail.server.ts";
import { pastOf } from "#shop/orders/reading/order-past.ts";
import { reasonOf } from "#shop/orders/reading/reason.ts";
import { english } from "#tests/support/english.ts";
import { decryptedValues } from "#tests/support/secret/decrypted-values.ts";
import { behindTheRules, booksOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { markPaid } from "../mark-paid/mark-paid.server.ts";
import { expireOrders } from "./expire-orders.server.ts";

const START = new Date("2026-11-18T10:00:00Z");
const after = (hours: number) => new Date(START.getTime() + hours * 3_600_000);

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => {
  shop.setNow(START);
});
afterEach(async () => {
  await behindTheRules(shop, "delete from order_units; delete from emails; delete from orders");
  await setLimits(shop, "guest_order_hours = default");
});
afterAll(() => shop.close());

const statusOf = async (requestCode: string) => (await findOrder(shop.services, aGuest(), requestCode))?.status;

test("a guest's order that nobody approved within 72 hours is cancelled by itself: its IDs are free, and its buyer reads why", async () => {
  const product = await aProduct(shop);
  const { requestCode, accessKey } = await aPendingOrder(shop, { productId: product.id, quantity: 2, email: "asha@example.com" });
  shop.setNow(after(72));
  expect(await expireOrders(shop.services)).toBe(0);
  shop.setNow(after(72.01));
  expect(await expireOrders(shop.services)).toBe(1);

  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 3, free: 3, held: 0 });
  const buyer = await findOrder(shop.services, aGuest({ accessKey }), requestCode);
  expect(buyer).toMatchObject({ status: "cancelled", cancelledAt: after(72.01), expiredAfterHours: 72 });
  expect(buyer?.isWhole && reasonOf(buyer, (expiry) => english("orderExpired", expiry))).toBe(
    english("orderExpired", { hours: 72, why: "late" }),
  );
  expect(await findOrder(shop.services, aGuest(), requestCode)).toMatchObject({ isWhole: false });
  expect(await expireOrders(shop.services)).toBe(0);
});

test("its history says that the shop did it, and an email tells whoever gave an address", async () => {
  const { requestCode } = await aPendingOrder(shop, { email: "asha@example.com" });
  await aPendingOrder(shop);
  shop.setNow(after(80));
  expect(await expireOrders(shop.services)).toBe(2);

  const admin = await anAdmin(shop);
  const order = await findOrderInDepth(shop.services, admin, requestCode);
  if (!order.ok) throw new Error(order.code);
  expect(pastOf(order.value).at(-1)).toEqual({ at: after(80), what: "expired", afterHours: 72 });
  const { rows } = await shop.services.db.$client.query("select id from emails where kind = 'order-lapsed'");
  expect(await decryptedValues(shop.services, "emails.recipient", "where kind = 'order-lapsed'")).toEqual(["asha@example.com"]);
  const email = await showEmail(shop.services, admin, rows[0]?.id, "https://shop.example");
  expect(email).toMatchObject({ ok: true, value: { subject: `Your order ${requestCode} was cancelled`, isNeeded: true } });
  expect(email.ok && email.value.text).toContain(english("orderExpired", { hours: 72, why: "late" }));
});

test("a customer's order, one paid with a gift card, one that was paid and one that is handled stay as they are", async () => {
  const admin = await anAdmin(shop);
  const customers = await aPendingOrder(shop, { visitor: await aCustomer(shop) });
  const paid = await aPendingOrder(shop);
  await markPaid(shop.services, admin, paid.requestCode, { state: "paid" });
  const card = await aPendingOrder(shop);
  await shop.services.db.$client.query("update orders set payment_method = 'amazon' where id = $1", [card.id]);
  shop.setNow(after(1_000));
  expect(await expireOrders(shop.services)).toBe(0);
  for (const { requestCode } of [customers, paid, card]) expect(await statusOf(requestCode)).toBe("pending");
});

test("0 hours switches it off, and other hours count from then on", async () => {
  const { requestCode } = await aPendingOrder(shop);
  await setLimits(shop, "guest_order_hours = 0");
  shop.setNow(after(1_000));
  expect(await expireOrders(shop.services)).toBe(0);
  await setLimits(shop, "guest_order_hours = 5");
  shop.setNow(after(6));
  expect(await expireOrders(shop.services)).toBe(1);
  expect(await statusOf(requestCode)).toBe("cancelled");
});

test("two processes at once share the work: each order is cancelled once, and announced once", async () => {
  const product = await aProduct(shop, { ids: Array.from({ length: 12 }, (_, n) => `expiring-${n}`) });
  const announced = new Set<string>();
  for (let n = 0; n < 12; n += 1) {
    const { requestCode } = await aPendingOrder(shop, { productId: product.id, email: "asha@example.com" });
    shop.services.live.follow(`order:${requestCode}`, () => void announced.add(requestCode));
  }
  shop.setNow(after(100));
  const done = await Promise.all([expireOrders(shop.services), expireOrders(shop.services), expireOrders(shop.services)]);
  expect(done.reduce((all, one) => all + one)).toBe(12);
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 12, free: 12, held: 0 });
  const { rows } = await shop.services.db.$client.query("select count(*)::integer as n from emails where kind = 'order-lapsed'");
  expect(rows).toEqual([{ n: 12 }]);
  await expect.poll(() => announced.size).toBe(12);
});
