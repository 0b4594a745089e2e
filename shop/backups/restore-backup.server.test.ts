import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { checkBackup } from "./check-backup.server.ts";
import { makeBackup } from "./make-backup.server.ts";
import { restoreBackup } from "./restore-backup.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("a table that has not all of its rows in the end is not restored, and nothing else either", async () => {
  await aProduct(shop, { ids: ["one", "two"] });
  const folder = await mkdtemp(join(tmpdir(), "trackside-restore-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "it.backup");
  const { files, now } = shop.services;
  const source = { databaseUrl: shop.databaseUrl, files, now, secret: { value: TEST_SECRET, isOperators: false } };
  await makeBackup(source, file, { passphrase: null });
  const { summary, ...checked } = await checkBackup(file, async () => "", null);
  const target = { databaseUrl: await anEmptyDatabase(), files: openDiskFiles(join(folder, "files")), dataDir: join(folder, "data") };

  const withMore = { ...summary, rows: { ...summary.rows, units: 3 } };
  await expect(restoreBackup(target, { ...checked, summary: withMore })).rejects.toThrow("the table units has 2 rows and not 3");
  expect(await everyRow(target.databaseUrl)).toEqual({});
  expect(await readdir(target.dataDir).catch(() => [])).toEqual([]);
});
