import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { showEmail } from "#shop/emails/reading/show-email.server.ts";
import { expireOrders } from "#shop/orders/decisions/expire/expire-orders.server.ts";
import { listAdminOrders } from "#shop/orders/reading/admin-orders.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { countQueue } from "#shop/orders/reading/queue-counts.server.ts";
import { noQueueFilters, type QueueFilter } from "#shop/orders/reading/queue-filter.ts";
import { aGuest, anAdmin, anOwner, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";
import { askForPayment } from "./ask-for-payment.server.ts";
import { expireUnpaid } from "./expire-unpaid.server.ts";
import { sendUtr } from "./send-utr.server.ts";

const START = new Date("2026-11-26T10:00:00Z");
const after = (hours: number) => new Date(START.getTime() + hours * 3_600_000);

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
beforeEach(() => shop.setNow(START));
afterAll(() => shop.close());

const ask = (requestCode: string) => askForPayment(shop.services, admin, requestCode);

test("[S10.17] while no method is on by which the buyer can pay, nobody is asked", async () => {
  const { requestCode } = await aPendingOrder(shop);
  expect(await ask(requestCode)).toMatchObject({ ok: false, code: "noMethodToPayBy" });
  await switchUpiOn(shop);
});

test("[S10.17] the buyer of a pending Request First order is asked once, by page and email, and pays by UPI", async () => {
  const order = await aPendingOrder(shop, { email: "asha@example.com" });
  const buyer = aGuest({ accessKey: order.accessKey });
  expect(await ask(order.requestCode)).toEqual({ ok: true, value: null });
  expect(await ask(order.requestCode)).toEqual({ ok: true, value: null });
  const shown = await findOrder(shop.services, buyer, order.requestCode);
  expect(shown?.isWhole && shown.upi).toMatchObject({ payablePaise: 49_899, hasOwnAmount: true, payBy: after(48), utr: null });
  const { rows } = await shop.services.db.$client.query("select id from emails where kind = 'order-payment-asked' and order_id = $1", [
    order.id,
  ]);
  expect(rows).toHaveLength(1);
  const email = await showEmail(shop.services, admin, rows[0].id, "https://shop.example");
  expect(email).toMatchObject({ ok: true, value: { subject: `Please pay for your order ${order.requestCode}`, isNeeded: true } });
  expect(email.ok && email.value.text).toContain("48 hours");
  expect(await sendUtr(shop.services, buyer, order.requestCode, { utr: "632912345678" }, null)).toMatchObject({ ok: true });
});

test("[S10.17] its expiry pauses for 48 hours, then it is cancelled as expired unless the buyer sent a UTR", async () => {
  const [asked, sent] = [await aPendingOrder(shop), await aPendingOrder(shop)];
  shop.setNow(after(70));
  for (const { requestCode } of [asked, sent]) await ask(requestCode);
  await sendUtr(shop.services, aGuest({ accessKey: sent.accessKey }), sent.requestCode, { utr: "632912345670" }, null);
  shop.setNow(after(100));
  await expireOrders(shop.services);
  await expireUnpaid(shop.services);
  const statusOf = async (requestCode: string) => (await findOrder(shop.services, aGuest(), requestCode))?.status;
  expect(await statusOf(asked.requestCode)).toBe("pending");
  shop.setNow(after(118.1));
  await expireUnpaid(shop.services);
  expect(await statusOf(asked.requestCode)).toBe("cancelled");
  expect(await statusOf(sent.requestCode)).toBe("pending");
});

test("[S10.17] an order by UPI, one that ended, and one of an unknown code are not asked for", async () => {
  const { requestCode } = await aPendingOrder(shop, { paymentMethod: "upi" });
  expect(await ask(requestCode)).toMatchObject({ code: "noPaymentToAskFor" });
  expect(await ask("REQ-NOTHING")).toMatchObject({ code: "orderNotFound" });
  expect(await askForPayment(shop.services, aGuest(), requestCode)).toMatchObject({ code: "rightMissing" });
});

test("[S10.17] the queue shows the orders to review, to collect, or that are paid", async () => {
  const review = await aPendingOrder(shop, { paymentMethod: "upi" });
  await sendUtr(shop.services, aGuest({ accessKey: review.accessKey }), review.requestCode, { utr: "632912345671" }, null);
  const collect = await aPendingOrder(shop, { paymentMethod: "upi" });
  const free = await aPendingOrder(shop);
  await shop.services.db.$client.query("update orders set price_paise = 0, total_paise = 0 where id = $1", [free.id]);
  const paid = await aPendingOrder(shop);
  await shop.services.db.$client.query("update orders set paid_at = created_at where id = $1", [paid.id]);
  const codesIn = async (filter: QueueFilter) => {
    const queue = { ...noQueueFilters, filter, now: shop.services.now() };
    return (await listAdminOrders(shop.services, anOwner, "pending", { queue })).rows.map(({ requestCode }) => requestCode);
  };
  const [toReview, toCollect, arePaid] = [await codesIn("review"), await codesIn("collect"), await codesIn("paid")];
  const { collect: counted } = await countQueue(shop.services, { ...noQueueFilters, now: shop.services.now() });
  expect(counted, "the count above the list is that of the list").toBe(toCollect.length);
  expect(toReview).toContain(review.requestCode);
  expect(toCollect).toContain(collect.requestCode);
  expect(arePaid).toEqual([paid.requestCode]);
  expect(toReview).not.toContain(collect.requestCode);
  expect(toCollect).not.toContain(review.requestCode);
  expect(toCollect).not.toContain(paid.requestCode);
  expect(toCollect, "a free order").not.toContain(free.requestCode);
});
