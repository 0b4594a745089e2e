import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { makeBackup } from "#shop/backups/make-backup.server.ts";
import { importFolder } from "#shop/export/import-folder.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { anEmptyFolder } from "#tests/support/database/later-migrations.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aDataFolder as aFolder, openShopOn } from "#tests/support/shop/opened-shop.ts";
import { settled } from "#tests/support/shop/settled.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";
import { aDataFolder, run } from "../start/shop-process.ts";
import { EXPORT_BEFORE } from "./data-of-1.0.ts";
import { expectAllOf, exportOf } from "./expect-all-of.ts";

/** Several processes run one after another. */
vi.setConfig({ testTimeout: 120_000 });

const door = resolve("server/shop.ts");
const theMove = /Nothing was changed.*npm run shop -- export \.\/export\n.*DATA_DIR=\.\/data-new npm run shop -- take-in \.\/export/s;

/** Makes a database look as versions before 1.0.0 left it: by the first migration that they ran. */
async function asBefore(databaseUrl: string): Promise<void> {
  const checksum = "4d2e8e0fe8b397f5b1d954a63aebc4c52788c2f8141623fd34ebbe1dd74eb70f";
  await withClient(databaseUrl, async (client) => {
    await client.query("update migrations set checksum = $1 where name = '0001-shop.sql'", [checksum]);
    await client.query("insert into migrations (name, checksum) values ('0002-every-screen.sql', 'x')");
  });
}

async function aDatabaseBefore(): Promise<string> {
  const databaseUrl = await anEmptyDatabase({ isMigrated: true });
  await asBefore(databaseUrl);
  return databaseUrl;
}

test("a database of a version before 1.0.0 is refused before anything is touched, with the two commands that move it", async () => {
  const databaseUrl = await aDatabaseBefore();
  const before = await everyRow(databaseUrl);
  const dataDir = await anEmptyFolder();
  await expect(openShopOn(databaseUrl, { dataDir })).rejects.toThrow(theMove);
  const db = openDatabase(databaseUrl, { max: 1 });
  await expect(migrate(db)).rejects.toThrow(theMove);
  await closeDatabase(db);
  expect(await everyRow(databaseUrl)).toEqual(before);
  expect(await readdir(dataDir)).toEqual([]);
});

test("a backup of a version before 1.0.0 is refused with the same commands", async () => {
  const folder = await anEmptyFolder();
  const file = join(folder, "shop.backup");
  const source = { databaseUrl: await aDatabaseBefore(), files: openDiskFiles(join(folder, "files")), now: () => new Date() };
  await makeBackup({ ...source, secret: { value: TEST_SECRET, isOperators: true } }, file, { passphrase: null });
  await expect(checkBackup(file, async () => "", TEST_SECRET)).rejects.toThrow(theMove);
});

test("every command refuses a data folder of such a version, and its export comes into a new one", async () => {
  const dataDir = await aDataFolder();
  const embedded = await openEmbedded(dataDir);
  const db = openDatabase(embedded.url, { max: 1 });
  await migrate(db);
  await closeDatabase(db);
  await asBefore(embedded.url);
  await embedded.close();
  const files = await readdir(dataDir);
  for (const words of [["verify"], ["export", join(dataDir, "out")], ["backup", join(dataDir, "out.backup")]]) {
    const refused = run([door, ...words], { env: { DATA_DIR: dataDir } });
    expect(await refused.ended, words[0]).toBe(1);
    expect(refused.output(), words[0]).toMatch(theMove);
  }
  // Each of them made a place for PostgreSQL's socket.
  expect((await readdir(dataDir)).filter((name) => name !== "socket")).toEqual(files);
  await expect(openEmbedded(dataDir)).rejects.toThrow(theMove);

  const moved = await aFolder();
  const taken = run([door, "take-in", resolve(EXPORT_BEFORE)], { env: { DATA_DIR: join(moved, "data-new") } });
  expect(await taken.ended, taken.output()).toBe(0);
  expect(taken.output()).toContain("3 products, 21 IDs, 8 orders, 4 accounts, 1 picture");
});

test("an export of the last version before 1.0.0 is taken in completely", async () => {
  const [databaseUrl, dataDir] = [await anEmptyDatabase({ isMigrated: true }), await aFolder()];
  const closed = await openShopOn(databaseUrl, { dataDir });
  await closed.close();
  await importFolder({ databaseUrl, vault: closed.vault, files: closed.longJobsFiles }, EXPORT_BEFORE);
  const services = await openShopOn(databaseUrl, { dataDir });
  try {
    await settled(services);
    expect(await faultsOf({ services })).toEqual([]);
    // Only versions before 1.0.0 let an ID in twice; here none is.
    await expectAllOf(EXPORT_BEFORE, await exportOf(services, databaseUrl), { "ids.json": ["twinOf"] });
  } finally {
    await services.close();
  }
});
