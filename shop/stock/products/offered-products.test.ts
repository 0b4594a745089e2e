import { afterEach, beforeEach, expect, test } from "vitest";
import { products } from "#shop/catalogue/tables.server.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { LANDING_PRODUCTS_MAX } from "../constants.ts";
import { listLandingProducts, listSimilarProducts } from "./offered-products.server.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.close());

const namesOf = (found: { name: string }[]) => found.map(({ name }) => name);

test("[S12.7] the landing page has up to six products, those in stock first, and none that is hidden", async () => {
  for (let n = 1; n <= LANDING_PRODUCTS_MAX + 2; n += 1) await aProduct(shop, { name: `No ${n}`, ids: n === 1 ? [] : [`landing-${n}`] });
  const { value, statements } = await countQueries(shop, listLandingProducts);
  expect(namesOf(value)).toEqual([2, 3, 4, 5, 6, 7].map((n) => `No ${n}`));
  expect(value[0]).toMatchObject({ available: 1, pricePaise: 49_900 });
  expect(statements).toBe(1);
  await shop.services.db.update(products).set({ hiddenAt: new Date() });
  expect(await listLandingProducts(shop.services)).toEqual([]);
});

test("[S12.7] with few products in stock the landing page also shows what is sold out, last", async () => {
  await aProduct(shop, { name: "Gone", ids: [] });
  await aProduct(shop, { name: "Here" });
  expect(namesOf(await listLandingProducts(shop.services))).toEqual(["Here", "Gone"]);
});

test("[S2.13] products similar to one that is sold out share words of its name or cost about as much, and are in stock", async () => {
  const gone = await aProduct(shop, { name: "Tatkal account of the north", price: 500, ids: [] });
  await aProduct(shop, { name: "Something else", price: 5_000 });
  await aProduct(shop, { name: "Half the price", price: 250 });
  await aProduct(shop, { name: "About the same price", price: 520 });
  await aProduct(shop, { name: "Dear TATKAL account", price: 9_000 });
  await aProduct(shop, { name: "Tatkal account, sold out too", price: 500, ids: [] });
  const { value, statements } = await countQueries(shop, (services) => listSimilarProducts(services, gone));
  expect(namesOf(value)).toEqual(["Dear TATKAL account", "About the same price", "Half the price"]);
  expect(statements).toBe(1);
});

test("[S2.13] words that could be patterns or code find nothing by accident", async () => {
  const odd = await aProduct(shop, { name: "%%%% ____ '; drop table products", price: 1, ids: [] });
  await aProduct(shop, { name: "Plain", price: 900 });
  expect(await listSimilarProducts(shop.services, odd)).toEqual([]);
});
