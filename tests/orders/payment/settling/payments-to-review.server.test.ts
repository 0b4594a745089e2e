import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { ignorePayment } from "#shop/orders/payment/ignore-payment.server.ts";
import { matchPayment } from "#shop/orders/payment/match-payment.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { expireUnpaid } from "#shop/orders/payment/upi/expire-unpaid.server.ts";
import { sendUtr } from "#shop/orders/payment/upi/send-utr.server.ts";
import { listAdminOrders } from "#shop/orders/reading/admin-orders.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { listOrdinary } from "#shop/orders/reading/ordinary-orders.server.ts";
import { countQueue } from "#shop/orders/reading/queue-counts.server.ts";
import { noQueueFilters, type QueueFilter } from "#shop/orders/reading/queue-filter.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { behindTheRules, faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, anOwner, aPendingOrder } from "#tests/support/shop/builders.ts";
import { aUtr, paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

const TIMES = 6;

let shop: TestShop;
let admin: Admin;
/** Another process on the same database. */
let elsewhere: Services;
beforeAll(async () => {
  shop = await openTestShop();
  elsewhere = anotherProcess(shop.services, openDatabase(shop.shopUrl, { max: 10, settings: ledgerSettings(shop.services) }));
  admin = await anAdmin(shop);
});
afterEach(async () => {
  shop.setNow();
  expect(await faultsOf(shop)).toEqual([]);
  for (const code of await codes()) await rejectOrder(shop.services, admin, code, { reason: "The test is over" });
});
afterAll(async () => {
  await closeDatabase(elsewhere.db);
  await shop.close();
});

const query = async (text: string, values: unknown[] = []) => (await shop.services.db.$client.query(text, values)).rows;
const anOnlineOrder = async (changes: Parameters<typeof aPendingOrder>[1] = {}) => paidOnline(shop, await aPendingOrder(shop, changes));
const short = { paise: 49_800 };
const byHand = { how: "by hand", reference: "NEFT", reason: null, amount: null, left: null } as const;
const queueOf = (filter: QueueFilter | null) => ({ ...noQueueFilters, filter, now: shop.services.now() });
const codes = async (filter: QueueFilter | null = null) =>
  (await listAdminOrders(shop.services, anOwner, "pending", { queue: queueOf(filter) })).rows.map(({ requestCode }) => requestCode);
const marked = async () =>
  (await query("select request_code as code from orders where status = 'pending' and has_payment_to_review order by created_at")).map(
    ({ code }) => code,
  );
const stateOf = async (id: string | null) => (await query("select state, order_id from payments where id = $1", [id]))[0];

test("[S10.6] [S10.8] an order whose money came short, over or in another currency is marked on top of the queue, and is to be reviewed", async () => {
  const placed = [];
  for (let n = 0; n < 5; n += 1) placed.push(await anOnlineOrder());
  const [oldest, less, more, dollars, newest] = placed.map(({ requestCode }) => requestCode);
  for (const [n, changes] of [short, { paise: 50_000 }, { currency: "USD" }].entries())
    expect(await settled(shop.services, someMoney(placed[n + 1]?.id ?? "", changes))).toMatchObject({ outcome: "review" });

  expect(await codes()).toEqual([less, more, dollars, oldest, newest]);
  expect(await codes("review")).toEqual([less, more, dollars]);
  expect(await codes("collect")).toEqual([oldest, newest]);
  expect(await codes("paid")).toEqual([]);
  expect(await codes("short")).toEqual([less]);
  expect(await countQueue(shop.services, queueOf(null))).toMatchObject({ all: 5, review: 3, short: 1, collect: 2, paid: 0 });
  const { rows } = await listAdminOrders(shop.services, anOwner, "pending");
  expect(rows.map(({ hasPaymentToReview }) => hasPaymentToReview)).toEqual([true, true, true, false, false]);

  // The rest of it, so that all is there: it is delivered, and no longer in the queue.
  await settled(shop.services, someMoney(placed[1]?.id ?? ""));
  expect(await codes()).toEqual([more, dollars, oldest, newest]);
});

test("[S10.8] an order whose money is under review does not expire, and its buyer is not asked to pay again", async () => {
  const order = await anOnlineOrder();
  await settled(shop.services, someMoney(order.id, short));
  shop.setNow(new Date(Date.now() + 3_600_000));
  expect(await expireUnpaid(shop.services)).toBe(0);
  const buyer = aGuest({ accessKey: order.accessKey });
  expect(await findOrder(shop.services, buyer, order.requestCode)).toMatchObject({
    status: "pending",
    upi: null,
    hasPaymentToReview: true,
  });
  expect(await sendUtr(shop.services, buyer, order.requestCode, { utr: aUtr() }, null)).toMatchObject({ code: "noUtrNeeded" });

  const asked = await aPendingOrder(shop);
  await settled(shop.services, someMoney(asked.id, short));
  expect((await listOrdinary(shop.services, anOwner, { ...noQueueFilters, search: null })).codes, "nobody approves it unseen").toEqual([]);
});

test("[S10.9] the mark goes when the last payment under review is decided about, whatever is decided", async () => {
  const [one, two, three] = [await anOnlineOrder(), await anOnlineOrder(), await anOnlineOrder()];
  const money = async (orderId: string) => (await settled(shop.services, someMoney(orderId, short))).paymentId ?? "";
  const [first, again, second, third] = [await money(one.id), await money(one.id), await money(two.id), await money(three.id)];
  expect(await marked()).toEqual([one, two, three].map(({ requestCode }) => requestCode));
  await ignorePayment(shop.services, admin, first, { reason: "mine" });
  expect(await marked(), "another one is left").toContain(one.requestCode);
  await matchPayment(shop.services, admin, again, { requestCode: two.requestCode, rest: "owed" });
  expect(await marked(), "it pays for another order, whose own is still to be decided").toEqual([three.requestCode]);
  await refundPayment(shop.services, admin, third, byHand);
  expect(await marked()).toEqual([]);
  expect(await stateOf(second)).toMatchObject({ state: "review" });
});

test("[S10.8] money under review of an order that is rejected is to be refunded", async () => {
  const order = await anOnlineOrder();
  const { paymentId } = await settled(shop.services, someMoney(order.id, short));
  await rejectOrder(shop.services, admin, order.requestCode, { reason: "No" });
  expect(await stateOf(paymentId)).toMatchObject({ state: "refund due" });
  const seen = await findOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
  expect(seen).toMatchObject({ status: "rejected", moneyBack: { duePaise: 49_800 } });
});

test("[S10.9] one payment is matched to two orders, and ignored, at the same moment: one of them gets it", async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const [mine, one, two] = [await anOnlineOrder(), await anOnlineOrder(), await anOnlineOrder()];
    const { paymentId } = await settled(shop.services, someMoney(mine.id, short));
    const id = paymentId ?? "";
    const [toOne, toTwo] = await Promise.all([
      matchPayment(shop.services, admin, id, { requestCode: one.requestCode, rest: "owed" }),
      matchPayment(elsewhere, admin, id, { requestCode: two.requestCode, rest: "owed" }),
      ignorePayment(elsewhere, admin, id, { reason: "mine" }),
    ]);
    expect([toOne.ok, toTwo.ok].sort()).toEqual([false, true]);
    expect(await stateOf(id)).toEqual({ state: "matched", order_id: toOne.ok ? one.id : two.id });
    expect(await marked()).toEqual([]);
  }
});

test("[S10.10] a payment that goes back while it is matched to another order is told to the buyer whose order it paid for", async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const [mine, other] = [await anOnlineOrder({ email: "mine@example.com" }), await anOnlineOrder({ email: "other@example.com" })];
    const { paymentId } = await settled(shop.services, someMoney(mine.id, short));
    const id = paymentId ?? "";
    const [match, back] = await Promise.all([
      matchPayment(shop.services, admin, id, { requestCode: other.requestCode, rest: "owed" }),
      refundPayment(elsewhere, admin, id, byHand),
    ]);
    const told = await query("select order_id from emails where kind = 'order-refunded' and order_id = any($1)", [[mine.id, other.id]]);
    expect(told).toEqual(back.ok ? [{ order_id: match.ok ? other.id : mine.id }] : []);
    expect(back.ok).toBe(true);
  }
});

test("verify says which order is marked wrongly", async () => {
  const order = await anOnlineOrder();
  await behindTheRules(shop, `update orders set has_payment_to_review = true where id = '${order.id}'`);
  expect(await faultsOf(shop)).toEqual([`order ${order.requestCode}: no payment for it is under review, and it says so`]);
  await behindTheRules(shop, `update orders set has_payment_to_review = false where id = '${order.id}'`);
});
