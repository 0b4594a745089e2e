import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { english } from "#tests/support/english.ts";
import { anAdmin, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { loader as addIds } from "#web/admin/ids/add-ids.tsx";
import { loader as productIds } from "#web/admin/ids/product-ids.tsx";
import { loader as editProduct } from "#web/admin/products/editing/edit-product.tsx";
import { loader as inventory } from "#web/admin/products/inventory/inventory.tsx";
import { requestContext } from "#web/context.ts";

let shop: TestShop;
let admin: Visitor;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

/** The loader arguments for this address. */
async function given(path: string, productId?: string, services = shop.services) {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services, visitor: admin, settings: await readSettings(shop.services), incident: "incident-1" }));
  return { request: new Request(`http://localhost/admin/products${path}`), context, params: { productId } } as never;
}

const broken = () => ({ ...shop.services, db: undefined }) as unknown as TestShop["services"];

const unreachable = () => {
  throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
};

test("[S8.4] a product's form and its IDs that cannot be read say so, each in its sentence", async () => {
  for (const [load, sentence] of [
    [editProduct, english("failedToLoadProductDetails")],
    [productIds, english("failedToLoadProductIds")],
    [inventory, english("networkNotOk")],
    [addIds, english("networkNotOk")],
  ] as const) {
    await expect(load(await given("", "some", broken()))).rejects.toMatchObject({ data: { sentence }, init: { status: 500 } });
  }
  const away = () =>
    ({ ...shop.services, db: { $client: unreachable, select: unreachable, prepared: unreachable } }) as unknown as TestShop["services"];
  for (const load of [editProduct, productIds])
    await expect(load(await given("", "some", away()))).rejects.toMatchObject({ init: { status: 503 } });
});

test("[S8.4] the form of a product that is not there says so, and so do its IDs", async () => {
  for (const [load, code] of [
    [editProduct, "productDetailsNotFound"],
    [productIds, "productNotFound"],
  ] as const) {
    await expect(load(await given("", "nowhere"))).rejects.toMatchObject({ data: { code }, init: { status: 404 } });
  }
});

test("[S2.33] the inventory's address says what is searched and which page is shown", async () => {
  const { id } = await aProduct(shop, { name: "Findable account" });
  const loaded = await inventory(await given("?search=%20findable%20&page=7"));
  expect(loaded).toMatchObject({ address: { search: "findable" }, inventory: { products: [{ id }], page: 1, pages: 1 } });
});
