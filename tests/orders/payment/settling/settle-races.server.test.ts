import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { expireUnpaid } from "#shop/orders/payment/upi/expire-unpaid.server.ts";
import type { PlacedOrder } from "#shop/orders/placing/place-order.server.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { paidOnline, settled, someMoney } from "#tests/support/shop/payments.ts";
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
afterAll(async () => {
  await closeDatabase(elsewhere.db);
  await shop.close();
});

const query = async (text: string, values: unknown[] = []) => (await shop.services.db.$client.query(text, values)).rows;
const anOnlineOrder = async (changes: Parameters<typeof aPendingOrder>[1] = {}) => paidOnline(shop, await aPendingOrder(shop, changes));
const statesOf = async (orderId: string) =>
  (await query("select state, problem from payments where order_id = $1 order by state", [orderId])).map(({ state }) => state);
const statusOf = async (orderId: string) => (await query("select status from orders where id = $1", [orderId]))[0]?.status;

async function repeatedly(race: () => Promise<void>): Promise<void> {
  for (let time = 0; time < TIMES; time += 1) await race();
  expect(await faultsOf(shop)).toEqual([]);
}

test("[S10.2] the same payment at once in two processes delivers once", () =>
  repeatedly(async () => {
    const order = await anOnlineOrder();
    const money = someMoney(order.id);
    const both = await Promise.all([shop.services, elsewhere, shop.services].map((services) => settled(services, money)));
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["delivered", "known", "known"]);
    expect(await statesOf(order.id)).toEqual(["matched"]);
  }));

test("[S10.8] two payments of one order at once: one delivers, the other goes back", () =>
  repeatedly(async () => {
    const order = await anOnlineOrder();
    const both = await Promise.all([shop.services, elsewhere].map((services) => settled(services, someMoney(order.id))));
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["delivered", "refund due"]);
    expect(await statesOf(order.id)).toEqual(["matched", "refund due"]);
  }));

test("[S10.8] paid while its buyer cancels: the order is delivered, before or after", () =>
  repeatedly(async () => {
    const order = await anOnlineOrder();
    const cancel = () => cancelOrder(elsewhere, aGuest({ accessKey: order.accessKey }), order.requestCode);
    const [money] = await Promise.all([settled(shop.services, someMoney(order.id)), cancel()]);
    expect(["delivered", "reopened"]).toContain(money.outcome);
    expect(await statusOf(order.id)).toBe("approved");
  }));

test("[S10.8] paid while an admin rejects: delivered, or the money goes back", () =>
  repeatedly(async () => {
    const order = await anOnlineOrder();
    const [money, rejection] = await Promise.all([
      settled(shop.services, someMoney(order.id)),
      rejectOrder(elsewhere, admin, order.requestCode, { reason: "No" }),
    ]);
    expect([money.outcome, rejection.ok]).toEqual(rejection.ok ? ["refund due", true] : ["delivered", false]);
    expect(await statusOf(order.id)).toBe(rejection.ok ? "rejected" : "approved");
  }));

test("[S10.5] paid while an admin approves: delivered once, and paid", () =>
  repeatedly(async () => {
    const order = await anOnlineOrder();
    const form = { faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
    const ids = await reservedValuesOf(shop.services, order.requestCode);
    const [money, approval] = await Promise.all([
      settled(shop.services, someMoney(order.id)),
      approveOrder(elsewhere, admin, order.requestCode, { ids, ...form }),
    ]);
    expect([money.outcome, approval.ok]).toEqual(approval.ok ? ["recorded", true] : ["delivered", false]);
    expect(await statesOf(order.id)).toEqual(["matched"]);
  }));

test("[S10.7] [S10.17] paid while an order whose buyer was asked to pay expires: delivered, before or after", () =>
  repeatedly(async () => {
    const order = await aPendingOrder(shop);
    await query("update orders set payment_asked_at = now(), hold_until = now() - interval '1 minute' where id = $1", [order.id]);
    const [asked] = await query("select payable_paise::integer as paise from orders where id = $1", [order.id]);
    const [money] = await Promise.all([settled(shop.services, someMoney(order.id, { paise: asked?.paise })), expireUnpaid(elsewhere)]);
    expect(["delivered", "reopened"]).toContain(money.outcome);
    expect(await statusOf(order.id)).toBe("approved");
  }));

test("[S10.8] late money for two cancelled orders, with the IDs of one: one is reopened, the other's goes back", () =>
  repeatedly(async () => {
    const product = await aProduct(shop, { ids: [`last-${crypto.randomUUID()}`] });
    const orders: PlacedOrder[] = [];
    for (let n = 0; n < 2; n += 1) {
      const order = await anOnlineOrder({ productId: product.id });
      await cancelOrder(shop.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
      orders.push(order);
    }
    const both = await Promise.all(orders.map(({ id }, n) => settled(n === 0 ? shop.services : elsewhere, someMoney(id))));
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["refund due", "reopened"]);
    expect(await booksOf(shop, product.id)).toMatchObject({ counter: 0, free: 0, held: 0, delivered: 1 });
  }));

test("[S10.10] two refunds at once of the whole payment: it goes back once", () =>
  repeatedly(async () => {
    const { paymentId } = await settled(shop.services, someMoney(null));
    const back = (services: Services) =>
      refundPayment(services, admin, paymentId ?? "", { how: "by hand", reference: "NEFT", reason: null, amount: null, left: null });
    const both = await Promise.all([back(shop.services), back(elsewhere)]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await query("select sum(paise)::integer as paise from refunds where payment_id = $1", [paymentId])).toEqual([{ paise: 49_900 }]);
  }));
