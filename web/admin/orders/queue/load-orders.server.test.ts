import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelOrder } from "#shop/orders/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/reject-order.server.ts";
import { aCustomer, anAdmin, aPendingOrder, aProduct } from "#tests/support/builders.ts";
import { countQueries } from "#tests/support/count-queries.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { loadProcessed, loadRequests } from "./requests-load.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const TIME_ZONE = "Asia/Kolkata";
const open = (query: string, opened?: string) => loadRequests(shop.services, new URLSearchParams(query), TIME_ZONE, opened);
const codes = (page: { orders: { requestCode: string }[] }) => page.orders.map(({ requestCode }) => requestCode);

test("[S2.28] [S4.1] an order that the admin has open stays when it is cancelled or not searched for, others leave", async () => {
  const buyer = await aCustomer(shop);
  const { id: productId } = await aProduct(shop, { name: "Gold", ids: ["a", "b", "c"] });
  const [first, second, third] = [
    (await aPendingOrder(shop, { visitor: buyer, productId })).requestCode,
    (await aPendingOrder(shop, { visitor: buyer, productId })).requestCode,
    (await aPendingOrder(shop, { visitor: buyer, productId })).requestCode,
  ];
  expect(codes(await open(""))).toEqual([first, second, third]);

  await cancelOrder(shop.services, buyer, second);
  expect(codes(await open(""))).toEqual([first, third]);

  const kept = await open(`manage=${second}`);
  expect(codes(kept)).toEqual([first, second, third]);
  expect(kept.orders.map(({ status }) => status)).toEqual(["pending", "cancelled", "pending"]);

  expect(codes(await open(`search=${third}&manage=${first}`))).toEqual([first, third]);
  expect(codes(await open(`search=no+such+order`, second))).toEqual([second]);
});

test("[S2.28] a managed code that is no order opens nothing", async () => {
  expect(codes(await open("search=nothing&manage=REQ-NEVER&manage=%27"))).toEqual([]);
});

test("[S2.32] [S6.5] the processed orders are listed the last handled first, without IDs or codes", async () => {
  const admin = await anAdmin(shop);
  const { requestCode } = await aPendingOrder(shop);
  await rejectOrder(shop.services, admin, requestCode, { reason: "Not paid" });

  const { rows, next } = await loadProcessed(shop.services, new URLSearchParams(), TIME_ZONE);
  expect(next).toBeNull();
  expect(rows).toMatchObject([{ requestCode, status: "rejected", reason: "Not paid" }]);
  expect(rows[0]).not.toHaveProperty("deliveredIds");
  expect(rows[0]).not.toHaveProperty("giftCardCode");
});

test("[S2.32] the tab's address chooses status, days and payment, and cancelled orders are shown on choice alone", async () => {
  const buyer = await aCustomer(shop);
  const { requestCode } = await aPendingOrder(shop, { visitor: buyer });
  await cancelOrder(shop.services, buyer, requestCode);
  const found = async (query: string) =>
    (await loadProcessed(shop.services, new URLSearchParams(query), TIME_ZONE)).rows.map((row) => row.requestCode);

  expect(await found("")).not.toContain(requestCode);
  expect(await found("status=cancelled")).toContain(requestCode);
  expect(await found(`status=all&search=${requestCode.toLowerCase()}`)).toEqual([requestCode]);
  expect(await found("status=all&to=2020-01-01")).toEqual([]);
  expect(await found("status=all&from=2020-01-01")).toContain(requestCode);
  expect(await found("status=all&paid=true")).toEqual([]);
});

test("[S2.28] the queue costs one statement, also when open rows have left it, and so do the processed ones", async () => {
  const [a, b] = [await aPendingOrder(shop), await aPendingOrder(shop)];
  const load = (query: string) => countQueries(shop, (services) => loadRequests(services, new URLSearchParams(query), TIME_ZONE));

  expect((await load(`manage=${a.requestCode}`)).statements).toBe(1);
  expect((await load(`search=nothing&manage=${a.requestCode}&manage=${b.requestCode}`)).statements).toBe(1);
  const processed = await countQueries(shop, (services) => loadProcessed(services, new URLSearchParams("from=2026-01-01"), TIME_ZONE));
  expect(processed.statements).toBe(1);
});
