import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkingMail } from "#platform/mail/mail.ts";
import type { Services } from "#platform/provides.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { insertOrders } from "#shop/orders/placing/write-orders.server.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { readQueue } from "#shop/orders/reading/admin-queue.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { listHandledOrders } from "#shop/orders/reading/handled-orders.server.ts";
import { listOwnOrders, readOwnHistory } from "#shop/orders/reading/own-orders.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { readInventory } from "#shop/stock/products/inventory.server.ts";
import { findProductOnSale, listProductsOnSale, readStock } from "#shop/stock/products/products-on-sale.server.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { asOwner } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anOrderForm, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("placing an order takes at most 3 round trips, however many IDs it asks for", async () => {
  const { id } = await aProduct(shop, { ids: Array.from({ length: 50 }, (_, n) => `many-${n}`) });
  const form = anOrderForm({ productId: id, quantity: 40 });
  const { value, roundTrips } = await countQueries(shop, (services) =>
    placeOrder(services, aGuest(), form, { idempotencyKey: "a".repeat(20) }),
  );
  expect(value.ok).toBe(true);
  expect(roundTrips).toBeGreaterThan(0);
  expect(roundTrips).toBeLessThanOrEqual(3);
});

test("placing an order takes 2 round trips with its emails, once the settings are known", async () => {
  const { id } = await aProduct(shop);
  const mail: WorkingMail = { isOn: true, origin: "https://shop.example", connections: 5, send: async () => ({ ok: true }) };
  const { value, roundTrips } = await countQueries(shop, async (services) => {
    await readSettings(services);
    return placeOrder({ ...services, mail }, aGuest(), anOrderForm({ productId: id, email: "asha@example.com" }));
  });
  expect(value.ok).toBe(true);
  expect(roundTrips).toBe(1 + 2);
});

test("a refused order takes at most 3 round trips", async () => {
  const { id } = await aProduct(shop, { ids: ["only"] });
  const { value, roundTrips } = await countQueries(shop, (services) =>
    placeOrder(services, aGuest(), anOrderForm({ productId: id, quantity: 2 })),
  );
  expect(value.ok).toBe(false);
  expect(roundTrips).toBeLessThanOrEqual(3);
});

test("the count itself sees round trips that wait for each other", async () => {
  const { roundTrips, statements } = await countQueries(shop, async ({ db }) => {
    await db.$client.query("select 1");
    await db.$client.query("select 2");
  });
  expect({ roundTrips, statements }).toEqual({ roundTrips: 2, statements: 2 });
});

test("a read takes as many queries for many orders and products as for few", async () => {
  const customer = await aCustomer(shop);
  const { requestCode, productId } = await aPendingOrder(shop, { visitor: customer });

  const queue = { search: null, after: null, open: [] };
  const reads: Record<string, (services: Services) => Promise<unknown>> = {
    order: (services) => findOrder(services, customer, requestCode),
    "own orders": (services) => listOwnOrders(services, customer, {}),
    "pending orders": (services) => readQueue(services, anOwner, queue),
    "searched orders": (services) => readQueue(services, anOwner, { ...queue, search: requestCode }),
    "processed orders": (services) => listHandledOrders(services, anOwner, "processed"),
    "admin's order": (services) => findAdminOrder(services, anOwner, requestCode),
    products: (services) => listProductsOnSale(services),
    product: (services) => findProductOnSale(services, productId),
    stock: (services) => readStock(services, productId),
  };
  const countAll = () =>
    Promise.all(Object.entries(reads).map(async ([name, read]) => [name, (await countQueries(shop, read)).statements] as const));
  const few = await countAll();
  for (const [name, statements] of few) expect(statements, name).toBeGreaterThan(0);
  for (let n = 0; n < 8; n += 1) await aPendingOrder(shop, { visitor: customer, quantity: 2 });
  expect(await countAll()).toEqual(few);
});

test("the queries of a page that do not wait for each other are sent in one round trip", async () => {
  const customer = await aCustomer(shop);
  await aPendingOrder(shop, { visitor: customer });
  const costOf = async (read: (services: Services) => Promise<unknown>) => {
    const { statements, roundTrips } = await countQueries(shop, read);
    return { statements, roundTrips };
  };
  const queue = { search: null, after: null, open: [] };
  expect(await costOf((services) => readQueue(services, anOwner, queue))).toEqual({ statements: 3, roundTrips: 1 });
  expect(await costOf((services) => readOwnHistory(services, customer, {}))).toEqual({ statements: 2, roundTrips: 1 });
  // The products of the page are read when their ids are known.
  expect(await costOf((services) => readInventory(services, anOwner, { search: "", page: 1 }))).toEqual({ statements: 6, roundTrips: 2 });
});

test("claiming IDs walks the key, also by the plan that serves every quantity", async () => {
  const { db } = shop.services;
  for (const name of ["one", "two", "three"]) await aProduct(shop, { ids: Array.from({ length: 2_000 }, (_, n) => `${name}-${n}`) });
  await asOwner(shop, (client) => client.query("analyze free_units"));
  const { rows } = await db.$client.query(`explain (generic_plan) ${insertOrders(["id", "product_id", "quantity"]).text}`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("using free_units_pkey");
  expect(plan).not.toContain("Seq Scan on free_units");
});
