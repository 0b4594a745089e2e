import { afterEach, beforeEach, expect, test } from "vitest";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { importExport } from "#tests/support/old-shop/old-export.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  await importExport(shop, whole);
});
afterEach(async () => {
  expect(await faultsOf(shop)).toEqual([]);
  await shop.close();
});

const P = "-OKPgbO-fNNtn2fQrAKg";
const code = `REQ-${(1_756_695_600_000).toString(36).toUpperCase()}`;
const gold = { name: "Gold", price: 99, description: "", image: "", createdAt: "2025-03-03T06:30:00.000Z" };
const waiting = {
  productId: P,
  productName: "Gold",
  quantity: 1,
  price: 99,
  totalAmount: 99,
  paymentMethod: "request",
  userId: "guest",
  status: "pending",
  requestCode: code,
  createdAt: 1_756_695_600_000,
  reservedIds: { id_1: "held" },
};
const products = { [P]: gold };
const second = { [P]: { ids: ["b", "only-there"] } };
const whole = {
  products_database: { products, Idlist: { [P]: { ids: ["a", "b"] } } },
  products: second,
  requests: { "-OZ-first": waiting },
  users: {},
};

async function missing(): Promise<string[]> {
  const { rows } = await shop.services.db.$client.query<{ path: string }>(
    `select path from old_shop_import_rows where 'partMissing' = any(warnings) and run_id = (select id from old_shop_imports order by started_at desc limit 1) order by n`,
  );
  return rows.map(({ path }) => path);
}

const free = async () => (await booksOf(shop, P)).free;

test("a newer export without the lists of IDs takes none of theirs off sale, and its preview says that they are missing", async () => {
  const newer = { ...whole, products_database: { products } };
  const preview = await importExport(shop, newer, { isPreview: true });
  expect(await missing()).toEqual(["products_database/Idlist"]);
  expect(preview.summary.counts).not.toContainEqual(expect.objectContaining({ outcome: "removed" }));
  await importExport(shop, newer);
  expect(await free()).toBe(3);
});

test("lists that are there and empty, or hold fewer, say that the others were sold", async () => {
  await importExport(shop, { ...whole, products_database: { products, Idlist: {} } });
  expect([await free(), await missing()], "b and another one are in the second list").toEqual([2, []]);
  await importExport(shop, { ...whole, products_database: { products, Idlist: {} }, products: { [P]: { ids: ["b"] } } });
  expect(await free()).toBe(1);
});

test("a newer export without the second list of products takes none of its IDs off sale", async () => {
  const { products: _, ...newer } = whole;
  await importExport(shop, newer);
  expect([await free(), await missing()]).toEqual([3, ["products"]]);
  await importExport(shop, { ...newer, products: {} });
  expect([await free(), await missing()]).toEqual([2, []]);
});

test("a newer export without orders changes none, and what one of them held stays on sale where it was turned down here", async () => {
  await rejectOrder(shop.services, await anAdmin(shop), code, { reason: "No" });
  expect(await free()).toBe(4);
  const { requests: _, ...newer } = whole;
  await importExport(shop, newer);
  expect([await free(), await missing()]).toEqual([4, ["requests"]]);
  await importExport(shop, { ...newer, requests: {} });
  expect(await free(), "that order is gone there, and its ID is not in the stock").toBe(3);
});

test("an export without users says so once, and not of each order", async () => {
  const { users: _, ...newer } = whole;
  const { summary } = await importExport(shop, { ...newer, requests: { "-OZ-first": { ...waiting, userId: "uid" } } });
  expect(await missing()).toEqual(["users"]);
  expect(summary.warnings.map(({ warning }) => warning)).not.toContain("copyMissing");
});
