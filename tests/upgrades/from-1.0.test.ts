import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { migrationNames, readMigrations } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { openLog } from "#platform/log.server.ts";
import { bringUpToDate } from "#server/start/upgrade-database.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { restoreBackup } from "#shop/backups/restore-backup.server.ts";
import { importFolder } from "#shop/export/import-folder.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { anEmptyFolder, laterMigrations } from "#tests/support/database/later-migrations.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { openShopOn } from "#tests/support/shop/opened-shop.ts";
import { settled, withoutRestores } from "#tests/support/shop/settled.ts";
import { BACKUP_1_0, EXPORT_1_0, SECRET_1_0 } from "./data-of-1.0.ts";
import { expectAllOf, exportOf } from "./expect-all-of.ts";

/**
 * Every version upgrades from the data of 1.0.0. A new migration needs no test of its own here; if
 * it changes what these rows mean, say below what becomes of them.
 */
vi.setConfig({ testTimeout: 90_000 });

/** A database with the backup of 1.0.0 as it was, on which this version was not started yet. */
async function aShopOf1_0({ isMigrated = false } = {}): Promise<{ databaseUrl: string; dataDir: string }> {
  const [databaseUrl, dataDir] = [await anEmptyDatabase({ isMigrated }), await anEmptyFolder()];
  const files = openDiskFiles(join(dataDir, "files"));
  await restoreBackup({ databaseUrl, files, dataDir }, await checkBackup(BACKUP_1_0, async () => "", SECRET_1_0));
  return { databaseUrl, dataDir };
}

test.for([
  ["an empty database", false],
  ["one that this version made", true],
] as const)("a backup of 1.0.0 is restored into %s, comes up to date and has everything that its export has", async ([, isMigrated]) => {
  const { databaseUrl, dataDir } = await aShopOf1_0({ isMigrated });
  const services = await openShopOn(databaseUrl, { dataDir, secret: SECRET_1_0 });
  try {
    const ran = await withClient(databaseUrl, (client) => client.query<{ name: string }>("select name from migrations order by name"));
    expect(ran.rows.map(({ name }) => name)).toEqual(await migrationNames());
    await settled(services);
    expect(await faultsOf({ services })).toEqual([]);
    await expectAllOf(EXPORT_1_0, await exportOf(services, databaseUrl));
  } finally {
    await services.close();
  }
});

test("an export of 1.0.0 is imported, and nothing of it is missing", async () => {
  const [databaseUrl, dataDir] = [await anEmptyDatabase({ isMigrated: true }), await anEmptyFolder()];
  const services = await openShopOn(databaseUrl, { dataDir });
  await services.close();
  await importFolder({ databaseUrl, vault: services.vault, files: services.longJobsFiles }, EXPORT_1_0);
  const opened = await openShopOn(databaseUrl, { dataDir });
  try {
    await settled(opened);
    expect(await faultsOf({ services: opened })).toEqual([]);
    await expectAllOf(EXPORT_1_0, await exportOf(opened, databaseUrl));
  } finally {
    await opened.close();
  }
});

test("a shop of 1.0.0 is backed up before a later migration, and that backup brings back everything", async () => {
  const { databaseUrl, dataDir } = await aShopOf1_0();
  const db = openDatabase(databaseUrl, { max: 1, settings: ledgerSettings({ vault: openVault(SECRET_1_0) }) });
  const said: string[] = [];
  const files = openDiskFiles(join(dataDir, "files"));
  const secret = { value: SECRET_1_0, isOperators: true };
  const shop = {
    files,
    log: openLog("silent"),
    now: () => new Date(),
    url: databaseUrl,
    secret,
    say: (line: string) => void said.push(line),
  };
  const place = { dataDir, databaseUrl: null, databaseOwnerUrl: null, backupDir: null, backupPassphrase: null };
  await bringUpToDate(db, shop, place);
  const before = withoutRestores(await everyRow(databaseUrl));
  said.length = 0;
  await bringUpToDate(db, shop, place, await laterMigrations(["9001-later.sql", "alter table orders rename column quantity to how_many"]));
  await closeDatabase(db);
  const { migrations: _, orders: renamed = [], ...others } = withoutRestores(await everyRow(databaseUrl));
  const { migrations: __, orders = [], ...othersBefore } = before;
  expect(others, "the migration keeps every row").toEqual(othersBefore);
  expect(renamed).toHaveLength(orders.length);

  const [, file = ""] = /is in (\S+\.backup)/.exec(said.join("\n")) ?? [];
  const target = { databaseUrl: await anEmptyDatabase(), dataDir: await anEmptyFolder() };
  const backup = await checkBackup(file, async () => "", SECRET_1_0);
  expect(backup.migrations).toEqual((await readMigrations()).slice(0, backup.migrations.length));
  await restoreBackup({ ...target, files: openDiskFiles(join(target.dataDir, "files")) }, backup);
  expect(withoutRestores(await everyRow(target.databaseUrl))).toEqual(before);
});
