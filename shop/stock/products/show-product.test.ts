import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { aCustomer, aGuest, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { listProductIds } from "../ids/reading/product-ids.server.ts";
import { readInventory } from "./inventory.server.ts";
import { findProductOnSale, listProductsOnSale, readStock, searchProductsOnSale } from "./products-on-sale.server.ts";
import { hideProduct, showProduct } from "./show-product.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

test("[S2.10] [S2.13] [S7.2] a hidden product is in no page, list, search or stock call, and the inventory says that it is hidden", async () => {
  const { services } = shop;
  const { id, name } = await aProduct(shop, { name: "Shy account" });
  expect(await hideProduct(services, admin, id)).toEqual({ ok: true, value: null });
  expect(await findProductOnSale(services, id)).toBeNull();
  expect(await readStock(services, id)).toBeNull();
  expect((await listProductsOnSale(services)).map((product) => product.id)).not.toContain(id);
  expect(await searchProductsOnSale(services, { search: "shy", page: 1 })).toMatchObject({ total: 0 });
  expect((await readInventory(services, anOwner, { search: "shy", page: 1 })).products).toMatchObject([
    { id, name, isHidden: true, available: 3 },
  ]);

  expect(await showProduct(services, admin, id)).toEqual({ ok: true, value: null });
  expect(await findProductOnSale(services, id)).toMatchObject({ id, available: 3 });
  expect(await auditOf(shop, id)).toEqual([
    ["product-hidden", {}],
    ["product-shown", {}],
  ]);
});

test("[S4.1] the pending orders of a hidden product go on", async () => {
  const { id, ids } = await aProduct(shop);
  const { requestCode } = await aPendingOrder(shop, { productId: id });
  await hideProduct(shop.services, admin, id);
  const form = { ids: [ids[0] ?? ""], faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(shop.services, admin, requestCode, form)).toMatchObject({ ok: true });
  expect(await listProductIds(shop.services, admin, id)).toMatchObject({ value: { product: { isHidden: true } } });
});

test("of two admins who hide a product at once one does it, and the second changes nothing", async () => {
  const { id } = await aProduct(shop);
  const answers = await Promise.all([hideProduct(shop.services, admin, id), hideProduct(shop.services, admin, id)]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await auditOf(shop, id)).toEqual([["product-hidden", {}]]);
});

test("[S6.3] nobody but an admin hides or shows a product, and one that is not there is refused", async () => {
  const { id } = await aProduct(shop);
  for (const visitor of [aGuest(), await aCustomer(shop)]) {
    for (const command of [hideProduct, showProduct])
      expect(await command(shop.services, visitor, id)).toMatchObject({ code: "rightMissing" });
  }
  for (const nowhere of ["nowhere", "\0"])
    expect(await hideProduct(shop.services, admin, nowhere)).toMatchObject({ code: "productNotFound" });
  expect(await findProductOnSale(shop.services, id)).toMatchObject({ id });
  expect(await auditOf(shop, id)).toEqual([]);
});
