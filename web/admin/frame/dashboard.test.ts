import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { english } from "#tests/support/english.ts";
import { anAdmin, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "#web/context.ts";
import { loader as addIds } from "../ids/add-ids.tsx";
import { loader as dashboard } from "./dashboard.tsx";

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
  return { request: new Request(`http://localhost/admin/dashboard${path}`), context, params: { productId } } as never;
}

const broken = () => ({ ...shop.services, db: undefined }) as unknown as TestShop["services"];

const unreachable = () => {
  throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
};

test("[S8.4] a product's form and its IDs that cannot be read say so, each in its sentence", async () => {
  for (const [path, sentence] of [
    ["/edit-product/some", english("failedToLoadProductDetails")],
    ["/product-ids/some", english("failedToLoadProductIds")],
    ["?tab=products", english("networkNotOk")],
  ] as const) {
    await expect(dashboard(await given(path, "some", broken()))).rejects.toMatchObject({ data: { sentence }, init: { status: 500 } });
  }
  const away = () =>
    ({ ...shop.services, db: { $client: unreachable, select: unreachable, prepared: unreachable } }) as unknown as TestShop["services"];
  for (const path of ["/edit-product/some", "/product-ids/some"])
    await expect(dashboard(await given(path, "some", away()))).rejects.toMatchObject({ init: { status: 503 } });
  await expect(addIds(await given("", undefined, broken()))).rejects.toMatchObject({ data: { sentence: english("networkNotOk") } });
});

test("[S8.4] the form of a product that is not there says so, and so do its IDs", async () => {
  for (const [path, code] of [
    ["/edit-product/nowhere", "productDetailsNotFound"],
    ["/product-ids/nowhere", "productNotFound"],
  ] as const) {
    await expect(dashboard(await given(path, "nowhere"))).rejects.toMatchObject({ data: { code }, init: { status: 404 } });
  }
});

test("[S2.24] [S2.33] the inventory's address says what is searched and which page is shown", async () => {
  const { id } = await aProduct(shop, { name: "Findable account" });
  const { view } = await dashboard(await given("?tab=products&search=%20findable%20&page=7"));
  expect(view).toMatchObject({ tab: "products", address: { search: "findable" }, inventory: { products: [{ id }], page: 1, pages: 1 } });
});
