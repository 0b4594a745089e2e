import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanHtml } from "#shop/catalogue/description.server.ts";
import { listProductsOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { seedSampleData } from "./sample-data.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("strangers can reach a public shop: it gets no samples", async () => {
  expect(await seedSampleData({ ...shop.services, isPublic: true })).toBe(0);
  expect(await listProductsOnSale(shop.services)).toEqual([]);
});

test("three products with some IDs each are labelled as samples, by flag and by name", async () => {
  expect(await seedSampleData(shop.services)).toBe(3);
  const products = await listProductsOnSale(shop.services);
  expect(products.map(({ isSample, available }) => [isSample, available])).toEqual([
    [true, 12],
    [true, 8],
    [true, 5],
  ]);
  for (const { name, description } of products) {
    expect(name).toMatch(/^Sample: /);
    expect(cleanHtml(description)).toBe(description);
  }
});
