import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { idFingerprint } from "#shop/stock/books/id-fingerprint.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyFile, everyRow } from "#tests/support/database/every-row.ts";
import { behindTheRules, faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openShopOn } from "#tests/support/shop/opened-shop.ts";
import { settled } from "#tests/support/shop/settled.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { checkBackup } from "./check-backup.server.ts";
import { makeBackup } from "./make-backup.server.ts";
import { type RestoreTarget, restoreBackup } from "./restore-backup.server.ts";

/** Each test backs up and restores a shop. */
vi.setConfig({ testTimeout: 60_000 });

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await anAdmin(shop);
  const { id: productId } = await aProduct(shop, { ids: ["RAIL_1", "RAIL_2", "RAIL_3"] });
  await aPendingOrder(shop, { productId, email: "guest@example.com" });
});
afterAll(() => shop.close());

/** Backs up a shop with a change made directly in the database, and reverts the change. */
async function aBackupWith(change: string, back: string): Promise<{ file: string; target: RestoreTarget }> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-checked-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "it.backup");
  const { files, now } = shop.services;
  const source = { databaseUrl: shop.databaseUrl, files, now, secret: { value: TEST_SECRET, isOperators: false } };
  await behindTheRules(shop, change);
  try {
    await makeBackup(source, file, { passphrase: null });
  } finally {
    await behindTheRules(shop, back);
  }
  return {
    file,
    target: { databaseUrl: await anEmptyDatabase(), files: openDiskFiles(join(folder, "files")), dataDir: join(folder, "data") },
  };
}

/** A text encrypted for the first free ID, which is RAIL_2. */
const encrypted = (text: string) => {
  const place = placeOf("units.value", idFingerprint(shop.services.vault, "RAIL_2"));
  return `'\\x${shop.services.vault.encrypt(place, text).toString("hex")}'`;
};
const ofFirst = (value: string) => `update units set value = ${value} where id = (select min(unit_id) from free_units)`;

test.for<[what: string, change: () => string, back: () => string, refusal: string]>([
  [
    "a time zone that does not exist",
    () => "update shop_settings set time_zone = 'Mars/Olympus'",
    () => "update shop_settings set time_zone = 'Asia/Kolkata'",
    "settings, row 1: timeZone is missing or wrong",
  ],
  [
    "a description that leads elsewhere",
    () => `update products set description = '<meta http-equiv="refresh" content="0;url=//evil.example">'`,
    () => "update products set description = ''",
    "products, row 1: description holds HTML that no form accepts",
  ],
  ["an ID with a line break", () => ofFirst(encrypted("RAIL\n2")), () => ofFirst(encrypted("RAIL_2")), "ids, row 2: id is no ID"],
  [
    "a free ID that is longer than forms take",
    () => ofFirst(encrypted("x".repeat(501))),
    () => ofFirst(encrypted("RAIL_2")),
    "ids, row 2: id is missing or wrong",
  ],
  [
    "an ID that was encrypted with another secret",
    () => ofFirst("'\\x01'"),
    () => ofFirst(encrypted("RAIL_2")),
    "ids, row 2: id cannot be read with this shop's secret",
  ],
  [
    "an account without a name",
    () => "update users set name = ' '",
    () => "update users set name = 'Asha'",
    "customers, row 1: name is missing or wrong",
  ],
])("[S7.3] a backup with %s is refused with its table, row and column, and nothing is written", async ([, change, back, refusal]) => {
  const { file, target } = await aBackupWith(change(), back());
  const checked = await checkBackup(file, async () => "", null);
  const message = await restoreBackup(target, checked).then(String, (error: Error) => error.message);
  expect(message).toContain(`${refusal}. Nothing was restored.`);
  expect(message).toContain("--with-faults");
  expect(message).not.toMatch(/Olympus|evil|RAIL/);
  expect(await everyRow(target.databaseUrl)).toEqual({});
  expect(await everyFile(target.files)).toEqual({});
  expect(await readdir(target.dataDir).catch(() => [])).toEqual([]);
});

test("[S7.3] with its faults such a backup is restored row by row, and verify names what is wrong", async () => {
  const [change, back] = ["update shop_settings set time_zone = 'Mars/Olympus'", "update shop_settings set time_zone = 'Asia/Kolkata'"];
  const { file, target } = await aBackupWith(change, back);
  await restoreBackup(target, await checkBackup(file, async () => "", null), { withFaults: true });
  const services = await openShopOn(target.databaseUrl, { dataDir: target.dataDir });
  try {
    await settled(services);
    expect(await faultsOf({ services })).toEqual(["settings: timeZone is missing or wrong"]);
  } finally {
    await services.close();
  }
});
