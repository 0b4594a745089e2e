import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { behindTheRules } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { adoptBrowserOrders } from "../access/adopt-browser-orders.server.ts";
import { adoptOrder } from "../access/adopt-order.server.ts";
import { makeLink } from "../access/make-link.server.ts";
import { revokeLink } from "../access/revoke-link.server.ts";
import { unlockOrder } from "../access/unlock-order.server.ts";
import { cancelOrder } from "../decisions/cancel/cancel-order.server.ts";
import { hasBrowserOrders, idsOfBrowser, listBrowserOrders } from "./browser-orders.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const aBrowser = () => randomBytes(32).toString("hex");
const codesOf = async (keys: Parameters<typeof aGuest>[0], after: string | null = null) =>
  (await listBrowserOrders(shop.services, aGuest(keys), after)).rows.map(({ requestCode }) => requestCode);

test("[S12.1] a browser lists the guest orders that it placed or opened, newest first, in every status", async () => {
  const browser = aBrowser();
  const mine = aGuest({ browser });
  const cancelled = await aPendingOrder(shop, { visitor: mine });
  await cancelOrder(shop.services, mine, cancelled.requestCode);
  const elsewhere = await aPendingOrder(shop);
  await unlockOrder(shop.services, mine, elsewhere.requestCode, elsewhere.accessKey ?? "");
  const pending = await aPendingOrder(shop, { visitor: mine });
  expect(await codesOf({ browser })).toEqual([pending.requestCode, elsewhere.requestCode, cancelled.requestCode]);
});

test("[S12.1] strangers, wrong keys and browsers without a key list nothing", async () => {
  const order = await aPendingOrder(shop, { visitor: aGuest({ browser: aBrowser() }) });
  expect(await codesOf({})).toEqual([]);
  expect(await codesOf({ browser: aBrowser() })).toEqual([]);
  expect(await codesOf({ accessKey: order.accessKey })).toEqual([]);
});

test("[S12.1] [S6.6] an order that nobody placed here is not listed by the empty place of its first browser", async () => {
  const { requestCode, id } = await aPendingOrder(shop);
  await shop.services.db.$client.query("update orders set access_key_hash = null, unlocked_by = '{}' where id = $1", [id]);
  expect(await makeLink(shop.services, await anAdmin(shop), requestCode)).toMatchObject({ ok: true });
  expect(await codesOf({ browser: "" })).toEqual([]);
});

test("[S12.1] [S6.6] a browser that the revoked link shut out lists the order no more", async () => {
  const order = await aPendingOrder(shop);
  const browser = aBrowser();
  await unlockOrder(shop.services, aGuest({ browser }), order.requestCode, order.accessKey ?? "");
  expect(await codesOf({ browser })).toEqual([order.requestCode]);
  const buyer = aGuest({ browser: sha256(order.newBrowserKey ?? "").toString("hex") });
  await revokeLink(shop.services, buyer, order.requestCode);
  expect(await codesOf({ browser })).toEqual([]);
});

test("[S12.1] many orders come in pages, with one query for each", async () => {
  const browser = aBrowser();
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: PAGE_SIZE + 2 }, (_, n) => `MANY-${n}`) });
  const placed: string[] = [];
  for (let n = 0; n < PAGE_SIZE + 2; n += 1) {
    const { requestCode } = await aPendingOrder(shop, { visitor: aGuest({ browser }), productId });
    placed.unshift(requestCode);
    if (n !== 7) await cancelOrder(shop.services, aGuest({ browser }), requestCode);
  }
  const { value: first, statements } = await countQueries(shop, (services) => listBrowserOrders(services, aGuest({ browser })));
  expect(statements).toBe(1);
  const second = await listBrowserOrders(shop.services, aGuest({ browser }), first.next);
  expect([...first.rows, ...second.rows].map(({ requestCode }) => requestCode)).toEqual(placed);
  expect([first.rows.length, second.next]).toEqual([PAGE_SIZE, null]);
});

test("[S12.1] each kind of a browser's orders is found by an index, however many orders the shop has", async () => {
  // With a handful of orders each index would do.
  await behindTheRules(
    shop,
    `insert into orders (id, request_code, product_id, product_name, quantity, price_paise, total_paise, payment_method, created_at, unlocked_by)
       select 'many-' || n, 'REQ-' || upper(to_hex(1764000000000 + n)), o.product_id, o.product_name, 1, 100, 100, 'request',
         now() - interval '1 minute' * n, array[sha256(n::text::bytea)]
       from generate_series(1, 2000) n, (select product_id, product_name from orders limit 1) o;
     analyze orders`,
  );
  const client = await shop.services.db.$client.connect();
  try {
    await client.query("set enable_seqscan = off");
    await client.query("set plan_cache_mode = force_generic_plan");
    const { sql: text } = new PgDialect().sqlToQuery(idsOfBrowser(sql.raw("$1::bytea"), 1));
    await client.query(`prepare found (bytea) as ${text.slice(1, -1)}`);
    const { rows } = await client.query("explain execute found ('\\x00'::bytea)");
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    for (const index of ["orders_pending_of_browser", "orders_ended_of_browser", "orders_opened_by_link"]) expect(plan).toContain(index);
  } finally {
    client.release(true);
    await behindTheRules(shop, "delete from orders where id like 'many-%'");
  }
});

test("[S12.1] a customer takes the browser's guest orders along; they leave the browser's list, and another's stay", async () => {
  const browser = aBrowser();
  const mine = aGuest({ browser });
  const orders = [await aPendingOrder(shop, { visitor: mine }), await aPendingOrder(shop, { visitor: mine })];
  const another = await aPendingOrder(shop);
  const customer = { ...(await aCustomer(shop)), keys: mine.keys };
  expect(await hasBrowserOrders(shop.services, customer)).toBe(true);
  expect(await adoptBrowserOrders(shop.services, customer)).toEqual({ ok: true, value: 2 });
  expect(await codesOf({ browser })).toEqual([]);
  expect(await hasBrowserOrders(shop.services, customer)).toBe(false);
  const { rows } = await shop.services.db.$client.query("select request_code from orders where user_id = $1", [customer.userId]);
  expect(rows.map(({ request_code }) => request_code).sort()).toEqual(orders.map(({ requestCode }) => requestCode).sort());
  expect(await adoptBrowserOrders(shop.services, customer)).toEqual({ ok: true, value: 0 });
  expect(await adoptBrowserOrders(shop.services, mine)).toMatchObject({ ok: false, code: "signInFirst" });
  const keys = { browser: sha256(another.newBrowserKey ?? "").toString("hex"), accessKey: null };
  expect(await adoptOrder(shop.services, { ...customer, keys }, another.requestCode)).toMatchObject({ ok: true });
});

test("[S12.1] of two customers on one browser, only one takes an order", async () => {
  const browser = aBrowser();
  const { requestCode } = await aPendingOrder(shop, { visitor: aGuest({ browser }) });
  const keys = { browser, accessKey: null };
  const both = await Promise.all([aCustomer(shop), aCustomer(shop)]);
  const taken = await Promise.all(both.map((customer) => adoptBrowserOrders(shop.services, { ...customer, keys })));
  expect(taken.map((one) => one.ok && one.value).sort()).toEqual([0, 1]);
  const { rows } = await shop.services.db.$client.query("select user_id from orders where request_code = $1", [requestCode]);
  const winner = both[taken.findIndex((one) => one.ok && one.value === 1)];
  expect(rows[0].user_id).toBe(winner?.userId);
});
