import { afterAll, beforeAll, expect, test } from "vitest";
import { priceText } from "#shop/money.ts";
import { findProductOnSale, listProductsOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { openTestShop, type TestShop } from "../shop/shop.ts";
import { loadSamples } from "./load-samples.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await loadSamples(shop.services);
});
afterAll(() => shop.close());

test("[S3.1] the old store's six products come in their order with the stock of both its trees", async () => {
  const products = await listProductsOnSale(shop.services);
  expect(products.map(({ name, available }) => [name, available])).toEqual([
    ["Regular account ID", 40],
    ["Old account ID (2019)", 41],
    ["Premium account ID", 40],
    ["Verified account ID <b>new</b>", 40],
    ["Family account ID", 0],
    ["Account ID, pack of one", 40],
  ]);
});

test('[S3.4] [S9.3] the prices "0.01" and 1234.5 read right', async () => {
  const text = await findProductOnSale(shop.services, "-OKPgc6scLnJCfSBdBAZ");
  const number = await findProductOnSale(shop.services, "-OKPgcMVg8iwPmNundS-");
  expect([text?.pricePaise, number?.pricePaise]).toEqual([1, 123_450]);
  expect([text, number].map((product) => priceText(product?.pricePaise ?? 0))).toEqual(["₹0.01", "₹1,234.50"]);
});

test("[S2.10] the hostile descriptions come out clean, the others whole", async () => {
  const products = await listProductsOnSale(shop.services);
  expect(products.map(({ description }) => description)).toEqual([
    "<p>Sample 0</p><a>x</a>",
    "<p>Fresh and <strong>verified</strong>.</p><ul><li>One traveller</li><li>E-mail access</li></ul>",
    "<p>Sample 2</p><a>x</a>",
    "<p>Fresh and <strong>verified</strong>.</p><ul><li>One traveller</li><li>E-mail access</li></ul>",
    "<p>Sample 4</p><a>x</a>",
    "<p>Fresh and <strong>verified</strong>.</p><ul><li>One traveller</li><li>E-mail access</li></ul>",
  ]);
});
