import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin, Customer } from "#shop/accounts/visitor.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { findAdminOrders } from "./admin-orders.server.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { findOwnAccount } from "./own-account.server.ts";
import { listOwnOrders } from "./own-orders.server.ts";
import { rejectOrder } from "./reject-order.server.ts";

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

test("[S2.20] an order history counts its own orders, in all and by status, whichever are shown", async () => {
  const { rows, counts } = await listOwnOrders(shop.services, buyer);
  expect([rows.length, counts]).toEqual([4, own]);
  expect((await listOwnOrders(shop.services, buyer, { status: "pending" })).counts).toEqual(own);
});

test("[S2.20] an empty page still tells the counts", async () => {
  expect(await listOwnOrders(shop.services, buyer, { status: "approved" })).toEqual({ rows: [], next: null, counts: own });
  expect(await listOwnOrders(shop.services, await aCustomer(shop))).toEqual({ rows: [], next: null, counts: none });
});

test("[S2.21] an account tells how many orders it has", async () => {
  expect(await findOwnAccount(shop.services, buyer, null)).toMatchObject({ ok: true, value: { orders: own } });
  expect(await findOwnAccount(shop.services, await aCustomer(shop), null)).toMatchObject({ ok: true, value: { orders: none } });
});

test("[S6.2] a guest has no order history", async () => {
  expect(await listOwnOrders(shop.services, aGuest())).toEqual({ rows: [], next: null, counts: none });
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
  const found = await findAdminOrders(shop.services, [cancelled, waiting[0] ?? "", "REQ-NEVER", "no code"]);
  expect(new Map(found.map(({ requestCode, status }) => [requestCode, status]))).toEqual(
    new Map([
      [cancelled, "cancelled"],
      [waiting[0], "pending"],
    ]),
  );
});
