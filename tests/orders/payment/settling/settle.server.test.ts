import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openWorker } from "#platform/jobs/worker.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { forgetBrowser } from "#shop/orders/access/forget-browser.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { paymentAttempts } from "#shop/payments/tables.server.ts";
import { addWebhook } from "#shop/webhooks/subscriptions.server.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { aDataFolder, openShopOn } from "#tests/support/shop/opened-shop.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const query = async (text: string, values: unknown[] = []) => (await shop.services.db.$client.query(text, values)).rows;
const paymentsOf = (orderId: string) =>
  query("select state, problem, held_back, reference from payments where order_id = $1 order by received_at, id", [orderId]);
const emailsOf = async (orderId: string) =>
  (await shop.services.db.select().from(emails)).filter((email) => email.orderId === orderId).map(({ kind }) => kind);
const anOnlineOrder = async (changes: Parameters<typeof aPendingOrder>[1] = {}) => paidOnline(shop, await aPendingOrder(shop, changes));
const cancel = ({ requestCode, accessKey }: { requestCode: string; accessKey: string | null }) =>
  cancelOrder(shop.services, aGuest({ accessKey }), requestCode);

test("[S10.5] money delivers the reserved IDs: paid at the provider's time, approved by payment, without a word of an admin", async () => {
  const product = await aProduct(shop);
  const order = await anOnlineOrder({ productId: product.id, quantity: 2, email: "asha@example.com" });
  const money = someMoney(order.id, { paise: 99_800, paidAt: new Date("2026-11-26T09:59:00Z") });
  expect(await settled(shop.services, money)).toMatchObject({ outcome: "delivered", requestCode: order.requestCode });

  const buyer = await findOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
  expect(buyer).toMatchObject({ status: "approved", approvedBy: "payment", paidAt: money.paidAt });
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ status: "approved", approvedBy: "payment:upi" });
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 1, free: 1, held: 0, delivered: 2 });
  expect(await query("select event, admin_id from ledger where order_id = $1 order by seq", [order.id])).toEqual([
    { event: "reserved", admin_id: null },
    { event: "delivered", admin_id: null },
  ]);
  expect(await query("select 1 from audit_entries where subject_id = $1", [order.id])).toEqual([]);
  expect(await emailsOf(order.id)).toContain("order-approved");
  expect(await paymentsOf(order.id)).toMatchObject([{ state: "matched", problem: null }]);
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.2] a payment counts once, whoever brings it again", async () => {
  const order = await anOnlineOrder();
  const money = someMoney(order.id);
  await settled(shop.services, money);
  const sent = await emailsOf(order.id);
  for (const again of [money, { ...money, orderId: null }, { ...money, paise: 1 }])
    expect(await settled(shop.services, again)).toMatchObject({ outcome: "known" });
  expect(await paymentsOf(order.id)).toHaveLength(1);
  expect(await emailsOf(order.id)).toEqual(sent);
});

test("[S10.6] a paid order above the owner's limits stays pending with its IDs, and its buyer and the owner are told", async () => {
  const product = await aProduct(shop, { price: 2_001 });
  const order = await anOnlineOrder({ productId: product.id, email: "asha@example.com" });
  const money = someMoney(order.id, { paise: 200_100 });
  expect(await settled(shop.services, money)).toMatchObject({ outcome: "held back" });
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ status: "pending", paidAt: money.paidAt });
  expect(await paymentsOf(order.id)).toMatchObject([{ state: "matched", held_back: "amount" }]);
  expect(await emailsOf(order.id)).toEqual(expect.arrayContaining(["order-paid", "payment-review"]));
  expect(await settled(shop.services, someMoney(order.id, { paise: 200_100 })), "paid again").toMatchObject({ outcome: "refund due" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.6] a product that is delivered after approval is held back, and so are too many IDs a day of a new buyer", async () => {
  const waiting = await aProduct(shop);
  await query("update products set delivery = 'after approval' where id = $1", [waiting.id]);
  const held = await anOnlineOrder({ productId: waiting.id });
  expect(await settled(shop.services, someMoney(held.id))).toMatchObject({ outcome: "held back" });
  expect(await paymentsOf(held.id)).toMatchObject([{ held_back: "product" }]);

  const visitor = await aCustomer(shop);
  const product = await aProduct(shop, { price: 1, ids: Array.from({ length: 20 }, (_, n) => `instant-${n}`) });
  const bought = [3, 2, 1].map((quantity) => anOnlineOrder({ productId: product.id, visitor, quantity }));
  const [first, second, third] = await Promise.all(bought);
  if (!first || !second || !third) throw new Error("three orders");
  expect(await settled(shop.services, someMoney(first.id, { paise: 300 }))).toMatchObject({ outcome: "delivered" });
  expect(await settled(shop.services, someMoney(second.id, { paise: 200 }))).toMatchObject({ outcome: "delivered" });
  expect(await settled(shop.services, someMoney(third.id, { paise: 100 })), "the sixth of the day").toMatchObject({ outcome: "held back" });
  const fourth = await anOnlineOrder({ productId: product.id, visitor, quantity: 6 });
  shop.setNow(new Date(Date.now() + 25 * 3_600_000));
  expect(await settled(shop.services, someMoney(fourth.id, { paise: 600 })), "known for a day").toMatchObject({ outcome: "delivered" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.6] orders of known buyers do not wait while the IDs of new ones are counted", async () => {
  const visitor = await aCustomer(shop);
  const product = await aProduct(shop, { price: 1, ids: ["known-1", "known-2"] });
  const [first, second] = [
    await anOnlineOrder({ productId: product.id, visitor }),
    await anOnlineOrder({ productId: product.id, visitor }),
  ];
  expect(await settled(shop.services, someMoney(first.id, { paise: 100 }))).toMatchObject({ outcome: "delivered" });
  shop.setNow(new Date(Date.now() + 25 * 3_600_000));
  const counting = await shop.services.db.$client.connect();
  try {
    await counting.query("begin; select pg_advisory_xact_lock(hashtextextended('instant delivery', 0))");
    expect(await settled(shop.services, someMoney(second.id, { paise: 100 }))).toMatchObject({ outcome: "delivered" });
  } finally {
    await counting.query("rollback");
    counting.release();
  }
});

test("[S10.6] a guest whose browser was forgotten is a new buyer, whatever others ordered who did the same", async () => {
  const product = await aProduct(shop, { price: 1, ids: Array.from({ length: 10 }, (_, n) => `forgotten-${n}`) });
  const forgotten = async (quantity: number) => {
    const browser = randomBytes(32).toString("hex");
    const order = await anOnlineOrder({ productId: product.id, quantity, visitor: aGuest({ browser }) });
    await forgetBrowser(shop.services, aGuest({ browser }));
    expect(await query("select unlocked_by[1] = '' as is_forgotten from orders where id = $1", [order.id])).toEqual([
      { is_forgotten: true },
    ]);
    return order;
  };
  const earlier = await forgotten(2);
  expect(await settled(shop.services, someMoney(earlier.id, { paise: 200 }))).toMatchObject({ outcome: "delivered" });
  const [few, many] = [await forgotten(2), await forgotten(6)];
  shop.setNow(new Date(Date.now() + 25 * 3_600_000));
  expect(await settled(shop.services, someMoney(many.id, { paise: 600 }))).toMatchObject({ outcome: "held back" });
  expect(await settled(shop.services, someMoney(few.id, { paise: 200 }))).toMatchObject({ outcome: "delivered" });
});

test("[S10.8] late money reopens no order that nobody can see, also if an emptied place for its browser is left", async () => {
  const order = await anOnlineOrder();
  await cancel(order);
  await query("update orders set access_key_hash = null, unlocked_by = array[''::bytea] where id = $1", [order.id]);
  expect(await settled(shop.services, someMoney(order.id))).toMatchObject({ outcome: "refund due" });
});

test("[S10.8] late money reopens a cancelled order with all of its IDs from the stock, which its history keeps", async () => {
  const product = await aProduct(shop);
  const order = await anOnlineOrder({ productId: product.id, quantity: 2 });
  await cancel(order);
  expect(await settled(shop.services, someMoney(order.id, { paise: 99_800 }))).toMatchObject({ outcome: "reopened" });
  const [row] = await query("select status, cancelled_at, reopened_at, approved_by from orders where id = $1", [order.id]);
  expect(row).toMatchObject({
    status: "approved",
    cancelled_at: expect.any(Date),
    reopened_at: expect.any(Date),
    approved_by: "payment:upi",
  });
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 1, free: 1, held: 0, delivered: 2 });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.8] late money for which too few IDs are free is to be refunded, and not one ID is taken", async () => {
  const product = await aProduct(shop);
  const order = await anOnlineOrder({ productId: product.id, quantity: 2, email: "asha@example.com" });
  await cancel(order);
  await aPendingOrder(shop, { productId: product.id, quantity: 2 });
  expect(await settled(shop.services, someMoney(order.id, { paise: 99_800 }))).toMatchObject({ outcome: "refund due" });
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 1, free: 1, held: 2, delivered: 0 });
  expect(await paymentsOf(order.id)).toMatchObject([{ state: "refund due", problem: "late" }]);
  expect(await emailsOf(order.id)).toContain("order-refund-due");
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.8] late money above the limits reopens nothing by itself: somebody has to look", async () => {
  const product = await aProduct(shop, { price: 2_001 });
  const order = await anOnlineOrder({ productId: product.id });
  await cancel(order);
  expect(await settled(shop.services, someMoney(order.id, { paise: 200_100 }))).toMatchObject({ outcome: "review" });
  expect(await paymentsOf(order.id)).toMatchObject([{ state: "review", problem: "limit" }]);
});

test("[S10.8] money for a rejected, a delivered or an unknown order, or of another amount, delivers nothing", async () => {
  const rejected = await anOnlineOrder();
  await rejectOrder(shop.services, admin, rejected.requestCode, { reason: "No" });
  expect(await settled(shop.services, someMoney(rejected.id))).toMatchObject({ outcome: "refund due" });
  const delivered = await anOnlineOrder();
  await settled(shop.services, someMoney(delivered.id));
  expect(await settled(shop.services, someMoney(delivered.id))).toMatchObject({ outcome: "refund due" });
  expect(await paymentsOf(delivered.id)).toMatchObject([{ state: "matched" }, { state: "refund due", problem: "duplicate" }]);
  const pending = await anOnlineOrder();
  for (const wrong of [{ paise: 49_899 }, { paise: 49_901 }, { currency: "USD" }])
    expect(await settled(shop.services, someMoney(pending.id, wrong))).toMatchObject({ outcome: "review" });
  expect(await settled(shop.services, someMoney(null))).toMatchObject({ outcome: "review", requestCode: null });
  expect(await settled(shop.services, someMoney("nobody"))).toMatchObject({ outcome: "review", requestCode: null });
  expect(await findAdminOrder(shop.services, anOwner, pending.requestCode)).toMatchObject({ status: "pending", paidAt: null });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.3] the attempt that brought the money is paid, also one that had expired", async () => {
  const order = await anOnlineOrder();
  const at = new Date();
  const attempt = { id: crypto.randomUUID(), orderId: order.id, provider: "razorpay", number: 1, reference: "a-1", paise: 49_900 } as const;
  await shop.services.db.insert(paymentAttempts).values({ ...attempt, state: "expired", createdAt: at, expiresAt: at, closedAt: at });
  await settled(shop.services, someMoney(order.id, { source: "razorpay", reference: "pay_1", attemptId: attempt.id }));
  expect(await query("select state from payment_attempts where id = $1", [attempt.id])).toEqual([{ state: "paid" }]);
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ approvedBy: "payment:razorpay" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S1.4] a Request First order that nobody looked at is held back; one that was approved is marked as paid", async () => {
  const seen = await aPendingOrder(shop);
  const ids = await reservedValuesOf(shop.services, seen.requestCode);
  const form = { ids, faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
  expect(await approveOrder(shop.services, admin, seen.requestCode, form)).toMatchObject({ ok: true });
  const money = someMoney(seen.id);
  expect(await settled(shop.services, money)).toMatchObject({ outcome: "recorded" });
  expect(await findAdminOrder(shop.services, anOwner, seen.requestCode)).toMatchObject({ approvedBy: admin.userId, paidAt: money.paidAt });
  const unseen = await aPendingOrder(shop);
  expect(await settled(shop.services, someMoney(unseen.id))).toMatchObject({ outcome: "held back" });
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S10.2] programs are told what happened and never who paid", async () => {
  await addWebhook(shop.services, admin, { url: "https://hook.example/", events: ["payment.received", "payment.review"] });
  const order = await anOnlineOrder();
  await settled(shop.services, someMoney(order.id));
  await settled(shop.services, someMoney(null));
  const rows = await query("select event, facts from deliveries order by created_at, id");
  expect(rows).toEqual(
    expect.arrayContaining([
      { event: "payment.received", facts: expect.objectContaining({ requestCode: order.requestCode, paise: 49_900, state: "matched" }) },
      { event: "payment.review", facts: expect.objectContaining({ requestCode: null, problem: "unknown" }) },
    ]),
  );
  expect(JSON.stringify(rows)).not.toContain("okbank");
});

test("[S10.2] a job's worker and a command settle money like a web process does", async () => {
  const [byJob, byCommand] = [await anOnlineOrder(), await anOnlineOrder()];
  const money = someMoney(byJob.id);
  const settleHere = async () => void (await settled(shop.services, money));
  const worker = openWorker(shop.services, [{ tasks: { "settle-here": settleHere }, atOnce: 1 }], { pollMs: 100 });
  onTestFinished(() => worker.close(1_000));
  await query("select graphile_worker.add_job('settle-here')");
  await vi.waitFor(async () => expect(await paymentsOf(byJob.id)).toHaveLength(1), { timeout: 15_000, interval: 100 });
  expect(await findAdminOrder(shop.services, anOwner, byJob.requestCode)).toMatchObject({ status: "approved" });

  const command = await openShopOn(shop.databaseUrl, { dataDir: await aDataFolder(), secret: TEST_SECRET });
  expect(await settled(command, someMoney(byCommand.id))).toMatchObject({ outcome: "delivered" });
  await command.close();
  expect(await faultsOf(shop)).toEqual([]);
});
