import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import { tablesWith, wholeDatabase } from "#tests/support/database/whole-database.ts";
import { type NotifiedShop, openNotifiedShop } from "#tests/support/push/notified-shop.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { pushKey } from "./push-key.server.ts";

let here: NotifiedShop;
beforeAll(async () => {
  here = await openNotifiedShop();
});
afterAll(() => here.close());

test("[S12.10] two machines that ask at once make one key, and its private half is stored encrypted", async () => {
  const db = openDatabase(here.shop.shopUrl, { max: 4 });
  onTestFinished(() => closeDatabase(db));
  const other = anotherProcess(here.services, db);
  const keys = await Promise.all([here.services, other, here.services, other].map((services) => pushKey(services)));
  expect(new Set(keys.map(({ publicKey, privateKey }) => `${publicKey} ${privateKey}`)).size).toBe(1);
  expect(await pushKey(other)).toEqual(keys[0]);
  const whole = await wholeDatabase(here.shop);
  expect(tablesWith(whole, keys[0]?.privateKey ?? "?")).toEqual([]);
});

test("[S12.10] a key that was encrypted with a lost secret is replaced, and the devices that belong to it end", async () => {
  const before = await pushKey(here.services);
  await here.aDevice();
  const later = { ...here.services, vault: openVault("another secret of the shop, since the first is lost") };
  const after = await pushKey(later);
  expect(after.publicKey).not.toBe(before.publicKey);
  expect(await pushKey(later)).toEqual(after);
  expect(await here.devices()).toEqual([]);
});
