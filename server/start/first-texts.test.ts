import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { shownSettings } from "#shop/settings/shop-settings.ts";
import { listProductsOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { textIn } from "#shop/translations.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { aDataFolder, openShopOn } from "#tests/support/shop/opened-shop.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { writeFirstTexts } from "./first-texts.ts";
import { seedSampleData } from "./sample-data.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S11.2] a new shop describes itself and its samples in Hindi too", async () => {
  const owner = openDatabase(shop.databaseUrl, { max: 2 });
  await Promise.all([writeFirstTexts(owner), writeFirstTexts(owner)]);
  await seedSampleData(shop.services);
  const settings = await readSettings(shop.services);
  expect(shownSettings(settings, "en").blurb).toMatch(/^Verified account IDs/);
  const { blurb, blurbLang } = shownSettings(settings, "hi");
  expect([blurb, blurbLang]).toEqual([expect.stringMatching(/^ट्रेन बुकिंग/), undefined]);
  for (const product of await listProductsOnSale(shop.services)) {
    expect(textIn(product, "name", "hi")).toEqual({ text: expect.stringMatching(/^नमूना: /) });
    expect(textIn(product, "description", "hi").lang).toBeUndefined();
  }
  await shop.services.db.$client.query("update shop_settings set blurb = 'Mine', translations = '{}'");
  await writeFirstTexts(owner);
  const { rows } = await shop.services.db.$client.query("select blurb, translations from shop_settings");
  expect(rows, "once, whatever the owner writes").toEqual([{ blurb: "Mine", translations: {} }]);
  await closeDatabase(owner);
});

test("[S11.2] a new shop on a database elsewhere describes itself in Hindi too, whichever of two machines starts first", async () => {
  const url = await anEmptyDatabase();
  const machines = await Promise.all([1, 2].map(async () => openShopOn(url, { dataDir: await aDataFolder(), secret: TEST_SECRET })));
  for (const services of machines) {
    expect(shownSettings(await readSettings(services), "hi").blurb).toMatch(/^ट्रेन बुकिंग/);
    await services.close();
  }
});
