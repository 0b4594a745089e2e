import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "#shop/settings/settings.server.ts";
import { aBackupState } from "#tests/support/shop/backup-state.ts";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { readFirstHour } from "./read-first-hour.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S12.2] the first steps are done by what the shop has: samples, and payment texts that are empty, do not count", async () => {
  const admin = await anAdmin(shop);
  const settings = await readSettings(shop.services);
  const read = (changes: Partial<typeof settings> = {}) => readFirstHour(shop.services, admin, { ...settings, ...changes });
  const nothing = { product: false, stock: false, payment: false, contact: false, order: false, secondFactor: false, backup: false };
  await aProduct(shop, { isSample: true });
  expect(await read({ howToPay: "", translations: {}, supportEmail: null })).toMatchObject(nothing);

  await aProduct(shop, { ids: [] });
  expect(await read({ howToPay: "By bank.", supportEmail: "help@shop.example" })).toEqual({
    ...nothing,
    product: true,
    payment: true,
    contact: true,
  });
  await aPendingOrder(shop);
  await aBackupState(shop, { lastGoodAt: new Date() });
  expect(await read({ takesUpi: true, howToPay: "" })).toMatchObject({
    product: true,
    stock: true,
    payment: true,
    order: true,
    backup: true,
  });
  const noMethod = { takesRequest: false, takesAmazon: false, howToPay: "By bank." };
  expect(await read(noMethod), "nobody can order").toMatchObject({ payment: false });
  await aBackupState(shop, null);
});
