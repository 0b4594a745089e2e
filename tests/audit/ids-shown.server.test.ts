import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { showOrderIds } from "#shop/orders/access/show-order-ids.server.ts";
import { findAdminOrder, findAdminOrders } from "#shop/orders/reading/admin-orders.server.ts";
import { findOrderInDepth } from "#shop/orders/reading/order-detail.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { listAvailableFirst } from "#shop/stock/ids/reading/available-first.server.ts";
import { productIdsText } from "#shop/stock/ids/reading/product-ids.server.ts";
import { showBatchIds, showProductIds } from "#shop/stock/ids/reading/show-product-ids.server.ts";
import { findBatch } from "#shop/stock/imports/find-batches.server.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { aGuest, aHelper, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

const NOW = new Date("2026-05-01T10:00:00Z");
const IDS = ["RAIL-shown-1", "RAIL-shown-2", "RAIL-shown-3"];

let shop: TestShop;
let owner: Admin;
let helper: Admin;
let productId: string;
beforeAll(async () => {
  shop = await openTestShop();
  shop.setNow(NOW);
  owner = await anAdmin(shop);
  helper = await aHelper(shop, ["read-orders", "manage-stock", "see-ids"]);
  productId = (await aProduct(shop, { ids: [] })).id;
  await addIds(shop.services, owner, { productId, ids: IDS });
});
afterAll(() => shop.close());

const idOf = async (code: string) =>
  (await shop.services.db.$client.query("select id from orders where request_code = $1", [code])).rows[0].id;

async function readOrder(as: Admin, code: string) {
  const found = await findOrderInDepth(shop.services, as, code);
  if (!found.ok || found.value.status !== "pending") throw new Error("no such order");
  return { ids: found.value.reservedIds.map(({ value }) => value), mustShow: found.value.mustShowIds };
}

async function readList(as: Admin) {
  const listed = await listAvailableFirst(shop.services, as, productId);
  return listed.ok ? listed.value.page.rows.map(({ value }) => value) : [];
}

test("[S13.6] a helper who may see IDs reads an order's whole once Show is pressed, for an hour, with one entry that says how many", async () => {
  const { requestCode } = await aPendingOrder(shop, { productId, quantity: 2 });
  const other = await aPendingOrder(shop, { productId });
  expect(await readOrder(helper, requestCode)).toEqual({ ids: ["••••wn-1", "••••wn-2"], mustShow: true });

  const press = () => showOrderIds(shop.services, helper, requestCode);
  expect(await Promise.all([press(), press(), press()])).toEqual(Array(3).fill({ ok: true, value: null }));
  expect(await auditOf(shop, await idOf(requestCode))).toEqual([["ids-shown", { count: 2 }]]);
  expect(await readOrder(helper, requestCode)).toEqual({ ids: IDS.slice(0, 2), mustShow: false });
  expect(await findAdminOrder(shop.services, helper, requestCode)).toMatchObject({ reservedIds: [{ value: IDS[0] }, { value: IDS[1] }] });
  expect((await readOrder(helper, other.requestCode)).ids, "of that order alone").toEqual(["••••wn-3"]);
  const [listed] = await findAdminOrders(shop.services, helper, [requestCode]);
  expect(listed, "lists stay masked").toMatchObject({ reservedIds: [{ value: "••••wn-1" }, { value: "••••wn-2" }] });
  const colleague = await aHelper(shop, ["read-orders", "see-ids"]);
  expect((await readOrder(colleague, requestCode)).mustShow, "for who pressed it alone").toBe(true);
  expect((await readOrder({ ...helper, rights: ["read-orders"] }, requestCode)).ids, "while the right lasts").toEqual([
    "••••wn-1",
    "••••wn-2",
  ]);

  shop.setNow(new Date(NOW.getTime() + HOUR_MS));
  expect((await readOrder(helper, requestCode)).mustShow).toBe(true);
  await press();
  expect(await auditOf(shop, await idOf(requestCode))).toHaveLength(2);
  shop.setNow(NOW);
});

test("[S13.6] Show on a product or one of its imports opens all its IDs, with one entry", async () => {
  expect((await readList(helper)).every((value) => String(value).startsWith("••••"))).toBe(true);
  const { rows } = await shop.services.db.$client.query("select id from batches where product_id = $1", [productId]);
  expect(await showBatchIds(shop.services, helper, rows[0].id)).toMatchObject({ ok: true });
  expect(await showProductIds(shop.services, helper, productId)).toMatchObject({ ok: true });
  expect((await readList(helper)).sort()).toEqual(IDS);
  expect(await findBatch(shop.services, helper, rows[0].id)).toMatchObject({ mustShowIds: false });
  expect((await auditOf(shop, productId)).filter(([action]) => action === "ids-shown")).toEqual([["ids-shown", { count: 3 }]]);
  expect(await showBatchIds(shop.services, helper, "none")).toMatchObject({ code: "productNotFound" });
});

test("[S13.6] owners read IDs at once and leave no entry, and who lacks a right is refused and writes nothing", async () => {
  const { requestCode } = await aPendingOrder(shop, { productId: (await aProduct(shop)).id });
  expect(await readOrder(owner, requestCode)).toMatchObject({ mustShow: false });
  const blind = await aHelper(shop, ["read-orders", "manage-stock"]);
  const before = await everyRow(shop.databaseUrl);
  expect(await showOrderIds(shop.services, owner, requestCode)).toMatchObject({ ok: true });
  expect(await showProductIds(shop.services, owner, productId)).toMatchObject({ ok: true });
  expect(await showOrderIds(shop.services, blind, requestCode)).toMatchObject({ code: "rightMissing" });
  expect(await showProductIds(shop.services, blind, productId)).toMatchObject({ code: "rightMissing" });
  expect(await showOrderIds(shop.services, aGuest(), requestCode)).toMatchObject({ code: "rightMissing" });
  expect(await showOrderIds(shop.services, helper, "REQ-1")).toMatchObject({ code: "orderNotFound" });
  expect(await everyRow(shop.databaseUrl)).toEqual(before);
});

test("[S13.6] a download of all IDs of a product is an entry of its own, of owners and of helpers who showed them before", async () => {
  for (const person of [owner, helper]) {
    const was = (await auditOf(shop, productId)).length;
    const text = await productIdsText(shop.services, person, productId);
    if (text.ok) await text.value.lines.return(undefined);
    expect((await auditOf(shop, productId)).slice(was)).toEqual([["ids-downloaded", { state: null }]]);
  }
});
