import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "#shop/settings/settings.server.ts";
import { shownSettings } from "#shop/settings/shop-settings.ts";
import { listProductsOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { textIn } from "#shop/translations.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { writeFirstTexts } from "./first-texts.ts";
import { seedSampleData } from "./sample-data.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S11.2] a new shop describes itself and its samples in Hindi too", async () => {
  await writeFirstTexts(shop.services);
  await seedSampleData(shop.services);
  const settings = await readSettings(shop.services);
  expect(shownSettings(settings, "en").blurb).toMatch(/^Verified account IDs/);
  const { blurb, blurbLang } = shownSettings(settings, "hi");
  expect([blurb, blurbLang]).toEqual([expect.stringMatching(/^ट्रेन बुकिंग/), undefined]);
  for (const product of await listProductsOnSale(shop.services)) {
    expect(textIn(product, "name", "hi")).toEqual({ text: expect.stringMatching(/^नमूना: /) });
    expect(textIn(product, "description", "hi").lang).toBeUndefined();
  }
});
