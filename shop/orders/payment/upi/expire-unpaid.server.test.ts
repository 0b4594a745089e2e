import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { decryptedValues } from "#tests/support/secret/decrypted-values.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";
import { expireUnpaid } from "./expire-unpaid.server.ts";
import { sendUtr } from "./send-utr.server.ts";

const START = new Date("2026-11-26T10:00:00Z");
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await switchUpiOn(shop);
});
beforeEach(() => shop.setNow(START));
afterAll(() => shop.close());

test("[S10.12] an order by UPI without a UTR is cancelled as expired after 30 minutes: its IDs are free, and its buyer gets an email", async () => {
  const product = await aProduct(shop);
  const order = await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi", email: "asha@example.com" });
  const customers = await aPendingOrder(shop, { productId: product.id, paymentMethod: "upi", visitor: await aCustomer(shop) });
  shop.setNow(after(30));
  expect(await expireUnpaid(shop.services)).toBe(0);
  shop.setNow(after(30.1));
  const done = await Promise.all([expireUnpaid(shop.services), expireUnpaid(shop.services)]);
  expect(done.reduce((sum, n) => sum + n)).toBe(2);
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 3, free: 3, held: 0 });
  for (const { requestCode, accessKey } of [order, customers])
    expect(await findOrder(shop.services, aGuest({ accessKey }), requestCode)).toMatchObject({ status: "cancelled" });
  expect(await findOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode)).toMatchObject({ expiredAfterHours: 0 });
  const ofOrder = "where kind = 'order-lapsed' and order_id = $1";
  expect(await decryptedValues(shop.services, "emails.recipient", ofOrder, [order.id])).toEqual(["asha@example.com"]);
});

test("[S10.12] an order whose buyer sent a UTR waits like any other", async () => {
  const order = await aPendingOrder(shop, { paymentMethod: "upi" });
  await sendUtr(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode, { utr: "632912345678" }, null);
  shop.setNow(after(10_000));
  expect(await expireUnpaid(shop.services)).toBe(0);
});
