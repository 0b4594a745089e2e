import { afterAll, beforeAll, expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { findOwnAccount } from "#shop/accounts/profile/own-account.server.ts";
import type { Admin, Customer } from "#shop/accounts/visitor.ts";
import { aCustomer, aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { ORDERS_COUNTED_MAX } from "../constants.ts";
import { cancelOrder } from "../decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "../decisions/reject/reject-order.server.ts";
import { readQueue } from "./admin-queue.server.ts";
import { countOwnOrders } from "./own-order-counts.server.ts";
import { listOwnOrders, readOwnHistory } from "./own-orders.server.ts";

let shop: TestShop;
let buyer: Customer;
let admin: Admin;
let cancelled: string;
let rejected: string;
let waiting: string[];

beforeAll(async () => {
  shop = await openTestShop();
  [buyer, admin] = [await aCustomer(shop), await anAdmin(shop)];
  const { id: productId } = await aProduct(shop, { ids: ["a", "b", "c", "d", "e", "f"] });
  const place = async () => (await aPendingOrder(shop, { visitor: buyer, productId })).requestCode;

  [cancelled, rejected] = [await place(), await place()];
  waiting = [await place(), await place()];
  await aPendingOrder(shop, { visitor: await aCustomer(shop), productId });
  await cancelOrder(shop.services, buyer, cancelled);
  await rejectOrder(shop.services, admin, rejected, { reason: "Not paid" });
});
afterAll(() => shop.close());

const own = { all: 4, pending: 2, approved: 0, rejected: 1, cancelled: 1 };
const none = { all: 0, pending: 0, approved: 0, rejected: 0, cancelled: 0 };

test("[S2.20] an order history counts its own orders, in all and by status", async () => {
  expect((await listOwnOrders(shop.services, buyer)).rows).toHaveLength(4);
  expect(await countOwnOrders(shop.services, buyer)).toEqual(own);
});

test("[S2.20] a page of no orders is empty, and so are the counts of a customer without orders", async () => {
  expect(await listOwnOrders(shop.services, buyer, { status: "approved" })).toEqual({ rows: [], next: null });
  expect(await countOwnOrders(shop.services, await aCustomer(shop))).toEqual(none);
});

test("[S2.20] a history counts the newest thousand orders and one more, an account all of them", async () => {
  const many = await aCustomer(shop);
  await withClient(shop.databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into orders (id, request_code, status, product_id, product_name, quantity, price_paise, total_paise, payment_method, user_id, created_at)
        select gen_random_uuid(), 'REQ-MANY' || n, status, product_id, product_name, quantity, price_paise, total_paise, payment_method, $1, created_at + n * interval '1 second'
        from orders, generate_series(1, $2) n where request_code = $3`,
      [many.userId, ORDERS_COUNTED_MAX + 200, waiting[0]],
    );
  });
  const counts = { approved: 0, rejected: 0, cancelled: 0 };
  const [cut, whole] = [ORDERS_COUNTED_MAX + 1, ORDERS_COUNTED_MAX + 200];
  expect((await readOwnHistory(shop.services, many, {})).counts).toEqual({ ...counts, all: cut, pending: cut });
  expect(await findOwnAccount(shop.services, many, null)).toMatchObject({ value: { orders: { ...counts, all: whole, pending: whole } } });
});

test("[S2.21] an account tells how many orders it has", async () => {
  expect(await findOwnAccount(shop.services, buyer, null)).toMatchObject({ ok: true, value: { orders: own } });
  expect(await findOwnAccount(shop.services, await aCustomer(shop), null)).toMatchObject({ ok: true, value: { orders: none } });
});

test("[S6.2] a guest has no order history", async () => {
  expect(await listOwnOrders(shop.services, aGuest())).toEqual({ rows: [], next: null });
  expect(await countOwnOrders(shop.services, aGuest())).toEqual(none);
});

test("[S2.20] a filter shows the orders of its status alone, newest first", async () => {
  const codesOf = async (status: "pending" | "approved" | "rejected" | "cancelled" | null) =>
    (await listOwnOrders(shop.services, buyer, { status })).rows.map(({ requestCode }) => requestCode);

  expect(await codesOf(null)).toEqual([...waiting.toReversed(), rejected, cancelled]);
  expect(await codesOf("pending")).toEqual(waiting.toReversed());
  expect(await codesOf("rejected")).toEqual([rejected]);
  expect(await codesOf("cancelled")).toEqual([cancelled]);
  expect(await codesOf("approved")).toEqual([]);
});

test("[S4.1] the orders that an admin has open are found whatever became of them", async () => {
  const codes = [cancelled, waiting[0] ?? "", "REQ-NEVER", "no code"];
  const { rows, open } = await readQueue(shop.services, anOwner, { search: waiting[0] ?? "", after: null, open: codes });
  expect(new Map([...open, ...rows].map(({ requestCode, status }) => [requestCode, status]))).toEqual(
    new Map([
      [cancelled, "cancelled"],
      [waiting[0], "pending"],
    ]),
  );
});
