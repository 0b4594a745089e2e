import { afterAll, beforeAll, expect, test } from "vitest";
import { aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { listProductsToFind } from "./sitemap-products.server.ts";
import { products } from "./tables.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("what is on sale may be found; what is deleted or hidden may not, nor samples where strangers come by", async () => {
  shop.setNow(new Date("2026-11-21T10:00:00Z"));
  const plain = await aProduct(shop);
  shop.setNow(new Date("2026-11-21T11:00:00Z"));
  const sample = await aProduct(shop, { isSample: true });
  const [first] = await listProductsToFind(shop.services);
  expect(first).toEqual({ id: plain.id, updatedAt: new Date("2026-11-21T10:00:00Z") });
  const ids = async (isPublic: boolean) => (await listProductsToFind({ ...shop.services, isPublic })).map(({ id }) => id);
  expect(await ids(false)).toEqual([plain.id, sample.id]);
  expect(await ids(true)).toEqual([plain.id]);

  await shop.services.db.update(products).set({ hiddenAt: new Date() });
  expect(await ids(false)).toEqual([]);
  await shop.services.db.update(products).set({ hiddenAt: null, deletedAt: new Date() });
  expect(await ids(false)).toEqual([]);
});
