import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { DELETED_PRODUCT_STORED_MS } from "#shop/stock/constants.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { deleteIds } from "#shop/stock/ids/delete-ids.server.ts";
import { listProductIds } from "#shop/stock/ids/reading/product-ids.server.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { aCustomer, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { readInventory } from "../inventory.server.ts";
import { findProductOnSale } from "../products-on-sale.server.ts";
import { hideProduct } from "../show-product.server.ts";
import { deleteProduct } from "./delete-product.server.ts";
import { restoreProduct } from "./restore-product.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const restore = (id: string) => restoreProduct(shop.services, admin, id);
const remove = (id: string) => deleteProduct(shop.services, admin, id);

test("[S5.10] a deleted product comes back with the free IDs that went with it, and none that was deleted before", async () => {
  const now = new Date("2027-01-02T03:04:05.678Z");
  shop.setNow(now);
  const product = await aProduct(shop, { name: "Came back", image: "https://img.example/1.png" });
  const order = await aPendingOrder(shop, { productId: product.id });
  await rejectOrder(shop.services, admin, order.requestCode, { reason: "no" });
  const listed = await listProductIds(shop.services, admin, product.id, { search: product.ids[1] ?? "" });
  const [single] = listed.ok ? listed.value.page.rows : [];
  await deleteIds(shop.services, admin, product.id, { which: "chosen", unitId: [single?.unitId ?? 0], search: "", expected: 0 });
  await remove(product.id);

  const { deleted } = await readInventory(shop.services, anOwner, { search: "nothing like it", page: 1 });
  const until = new Date(now.getTime() + DELETED_PRODUCT_STORED_MS);
  expect(deleted).toEqual([{ id: product.id, name: "Came back", language: "en", image: "https://img.example/1.png", ids: 2, until }]);
  expect(await restore(product.id)).toEqual({ ok: true, value: { restored: 2, leftOut: 0 } });
  shop.setNow();
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 2, free: 2, withdrawn: 1, units: 3 });
  expect(await findProductOnSale(shop.services, product.id)).toMatchObject({ name: "Came back", available: 2 });
  expect((await readInventory(shop.services, anOwner, { search: "", page: 1 })).deleted).toEqual([]);
  expect(await auditOf(shop, product.id)).toEqual([
    ["ids-deleted", { count: 1 }],
    ["product-deleted", { ids: 2 }],
    ["product-restored", { ids: 2, leftOut: 0 }],
  ]);
});

test("[S3.9] an ID that came into the shop with another product meanwhile stays there, and is counted", async () => {
  const product = await aProduct(shop);
  const other = await aProduct(shop);
  await remove(product.id);
  const added = await addIds(shop.services, admin, { productId: other.id, ids: product.ids[0] ?? "" });
  expect(added).toEqual({ ok: true, value: { added: 1, skipped: 0 } });
  expect(await restore(product.id)).toEqual({ ok: true, value: { restored: 2, leftOut: 1 } });
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 2, free: 2, units: 2 });
  expect(await booksOf(shop, other.id)).toMatchObject({ counter: 4, free: 4 });
});

test("[S3.9] restoring and entering an ID elsewhere at once leaves it with one of the two", async () => {
  for (let round = 0; round < 5; round += 1) {
    const product = await aProduct(shop);
    const other = await aProduct(shop, { ids: [] });
    await remove(product.id);
    const [restored, added] = await Promise.all([
      restore(product.id),
      addIds(shop.services, admin, { productId: other.id, ids: product.ids.join("\n") }),
    ]);
    expect(restored).toMatchObject({ ok: true, value: added.ok ? { restored: 0, leftOut: 3 } : { restored: 3, leftOut: 0 } });
    expect(await booksOf(shop, product.id)).toMatchObject(added.ok ? { counter: 0, free: 0 } : { counter: 3, free: 3 });
    expect(await booksOf(shop, other.id)).toMatchObject(added.ok ? { counter: 3, free: 3 } : { counter: 0, free: 0 });
  }
});

test("[S5.10] of two who restore a product at once one does, and the other is refused", async () => {
  const { id } = await aProduct(shop);
  await remove(id);
  const answers = await Promise.all([restore(id), restore(id)]);
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: "productNotDeleted", kind: "conflict" });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 3, free: 3 });
  expect((await auditOf(shop, id)).map(([action]) => action)).toEqual(["product-deleted", "product-restored"]);
});

test("[S5.10] after 30 days a deleted product cannot be restored, and nothing is written", async () => {
  const { id } = await aProduct(shop);
  await remove(id);
  shop.setNow(new Date(Date.now() + DELETED_PRODUCT_STORED_MS));
  expect(await restore(id)).toMatchObject({ ok: false, code: "restoringTooLate" });
  expect((await readInventory(shop.services, anOwner, { search: "", page: 1 })).deleted).toEqual([]);
  shop.setNow();
  expect(await booksOf(shop, id)).toMatchObject({ counter: 0, free: 0, withdrawn: 3 });
  expect((await auditOf(shop, id)).map(([action]) => action)).toEqual(["product-deleted"]);
});

test("[S5.10] a product that was hidden comes back hidden, and can be deleted and restored again", async () => {
  const { id } = await aProduct(shop, { name: "Hidden and gone" });
  await hideProduct(shop.services, admin, id);
  for (let round = 0; round < 2; round += 1) {
    await remove(id);
    expect(await restore(id)).toMatchObject({ ok: true, value: { restored: 3, leftOut: 0 } });
  }
  const { products } = await readInventory(shop.services, anOwner, { search: "hidden and gone", page: 1 });
  expect(products).toMatchObject([{ id, isHidden: true, available: 3 }]);
});

test("[S6.3] nobody but an admin restores a product, and one that never was is refused", async () => {
  const { id } = await aProduct(shop);
  await remove(id);
  expect(await restoreProduct(shop.services, await aCustomer(shop), id)).toMatchObject({ code: "rightMissing" });
  for (const nowhere of ["nowhere", "\0"]) expect(await restore(nowhere)).toMatchObject({ code: "productNotFound" });
  expect(await findProductOnSale(shop.services, id)).toBeNull();
});
