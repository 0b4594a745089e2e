import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Customer } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readSharing } from "#shop/orders/access/order-views.server.ts";
import { readNews } from "#shop/orders/messages/read-news.server.ts";
import type { PlacedOrder } from "#shop/orders/placing/place-order.server.ts";
import { listAdminOrders } from "#shop/orders/reading/admin-orders.server.ts";
import { readQueue } from "#shop/orders/reading/admin-queue.server.ts";
import { listHandledOrders } from "#shop/orders/reading/handled-orders.server.ts";
import { findOrderInDepth } from "#shop/orders/reading/order-detail.server.ts";
import { countOwnOrders } from "#shop/orders/reading/own-order-counts.server.ts";
import { listOwnOrders } from "#shop/orders/reading/own-orders.server.ts";
import { listViewedOrders } from "#shop/orders/reading/viewed-orders.server.ts";
import { readTodaysSales } from "#shop/orders/sales/todays-sales.server.ts";
import { listProductsBeyond } from "#shop/stock/products/products-on-sale.server.ts";
import { asOwner, behindTheRules } from "#tests/support/shop/books.ts";
import { aCustomer, anAdmin, anOwner, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

/**
 * PostgreSQL makes a custom plan for the first executions of a prepared statement, and then
 * compares.
 */
const PLANNED_ANEW = 5;
const READS = 20;

let shop: TestShop;
let customer: Customer;
let placed: PlacedOrder;
beforeAll(async () => {
  shop = await openTestShop();
  customer = await aCustomer(shop);
  placed = await aPendingOrder(shop, { visitor: customer });
  await behindTheRules(
    shop,
    `insert into users (id, name, email, created_at, updated_at)
       select 'user-' || n, 'Asha', 'user-' || n || '@shop.example', now(), now() from generate_series(1, 2000) n`,
  );
  // Every tenth order belongs to one customer; the other customers have ten each.
  await behindTheRules(
    shop,
    `insert into orders (id, request_code, product_id, product_name, quantity, price_paise, total_paise, payment_method, user_id, created_at)
       select 'order-' || n, 'REQ-' || upper(to_hex(1764000000000 + n)), o.product_id, o.product_name, 1, 100, 100,
         case when n % 5 = 0 then 'amazon' else 'request' end,
         case when n % 10 = 0 then '${customer.userId}' else 'user-' || (1 + n % 2000) end, now() - interval '1 minute' * n
       from generate_series(1, 20000) n, (select product_id, product_name from orders limit 1) o`,
  );
  await behindTheRules(
    shop,
    `insert into products (id, name, price_paise, created_at, updated_at)
       select 'product-' || n, 'Gold', 100, now(), now() from generate_series(1, 2000) n`,
  );
  await behindTheRules(shop, "insert into product_stock (product_id) select id from products where id like 'product-%'");
  await asOwner(shop, async (client) => {
    // A vacuum marks only pages as visible to all whose rows are on the disk.
    await client.query("set synchronous_commit = on");
    await client.query("analyze orders, order_units, units, users, products, product_stock");
    await client.query("vacuum orders, order_units, units, users, products, product_stock");
  });
});
afterAll(() => shop.close());

test("the reads of lists and orders that many requests ask are planned once on each connection", async () => {
  const db = openDatabase(shop.shopUrl, { max: 1 });
  onTestFinished(() => closeDatabase(db));
  const services = { ...shop.services, db };
  const admin = await anAdmin(shop);
  const { next } = await listAdminOrders(services, anOwner, "pending");
  for (let n = 0; n < READS; n += 1) {
    await readQueue(services, anOwner, { search: null, after: null, open: [] });
    await readTodaysSales(services, anOwner, "Asia/Kolkata");
    await listAdminOrders(services, anOwner, "pending", { after: next });
    await listHandledOrders(services, anOwner, "processed");
    await listOwnOrders(services, customer);
    await listOwnOrders(services, customer, { status: "pending" });
    await countOwnOrders(services, customer);
    await countOwnOrders(services, customer, "newest");
    await listViewedOrders(services, customer);
    await readSharing(services, customer, placed.requestCode);
    await readNews(services, customer, [placed]);
    await listProductsBeyond(services, null);
    await findOrderInDepth(services, admin, placed.requestCode);
  }
  const { rows } = await db.$client.query("select name, custom_plans as custom from pg_prepared_statements order by name");
  expect(rows.map(({ name }) => name)).toEqual([
    "actions-of-order",
    "around-order",
    "disputes-of-order",
    "emails-of-order",
    "mostly-held",
    "news",
    "order-for-admin",
    "order-sharing",
    "orders-pending-any-after-whole",
    "orders-pending-any-first-whole",
    "orders-processed-any-first-handled",
    "own-order-counts-all",
    "own-order-counts-newest",
    "own-orders-all-first",
    "own-orders-pending-first",
    "payments-of-order",
    "products-first",
    "queue-counts",
    "refunds-of-order",
    "sales-live",
    "sales-state",
    "sales-stored-method-true",
    "used-before",
    "viewed-orders",
  ]);
  // The rows around one order are read with few keys, for which custom plans are fine.
  expect(rows.filter(({ name, custom }) => name !== "around-order" && Number(custom) > PLANNED_ANEW)).toEqual([]);

  // The plan for any customer reads a page, also of one who has thousands of orders.
  const explained = await db.$client.query(`explain (analyze, format json) execute "own-orders-all-first" ('${customer.userId}')`);
  expect(Math.max(...rowsRead(explained.rows[0]["QUERY PLAN"][0].Plan))).toBe(PAGE_SIZE + 1);
});

type PlanNode = { "Actual Rows": number; "Actual Loops": number; Plans?: PlanNode[] };

/** How many rows each node of a plan returned. */
function rowsRead({ Plans = [], ...node }: PlanNode): number[] {
  return [node["Actual Rows"] * node["Actual Loops"], ...Plans.flatMap(rowsRead)];
}
