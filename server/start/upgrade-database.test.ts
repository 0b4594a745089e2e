import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#platform/database/open.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { openLog } from "#platform/log.server.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { aDatabaseAt, folderWith, migrationNames } from "#tests/support/earlier/earlier-shop.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";
import { bringUpToDate } from "./upgrade-database.ts";

const FIRST = migrationNames.slice(0, 1);

type Update = { databaseUrl: string; dataDir: string; backupDir: string | null; said: string[]; run(folder?: string): Promise<void> };

/** Upgrades this database and collects everything that its operator is shown. */
async function anUpdate(databaseUrl: string, options: { backupDir?: string; passphrase?: string } = {}): Promise<Update> {
  const dataDir = await folderWith([]);
  await writeFile(join(dataDir, "version"), "0.1.0, commit 4bee6e7aaaaa\n");
  const db = openedOn(databaseUrl);
  const said: string[] = [];
  const shop = {
    files: openDiskFiles(join(dataDir, "files")),
    log: openLog("info", (line) => said.push(line)),
    now: () => new Date(),
    url: databaseUrl,
    secret: { value: TEST_SECRET, isOperators: true },
    say: (line: string) => void said.push(line),
  };
  const backupDir = options.backupDir ?? null;
  const place = { dataDir, databaseUrl: null, backupDir, backupPassphrase: options.passphrase ?? null };
  return { databaseUrl, dataDir, backupDir, said, run: (folder) => bringUpToDate(db, shop, place, folder) };
}

function openedOn(databaseUrl: string): Database {
  const db = openDatabase(databaseUrl, { max: 2, settings: ledgerSettings({ vault: openVault(TEST_SECRET) }) });
  onTestFinished(() => closeDatabase(db));
  return db;
}

/** A folder of migrations; one of them fails. */
async function brokenAt(ran: string[], ...more: [name: string, sql: string][]): Promise<string> {
  const folder = await folderWith(ran);
  for (const [name, sql] of more) await writeFile(join(folder, name), sql);
  return folder;
}

test("a new shop, and one that is up to date, is not backed up", async () => {
  const update = await anUpdate(await anEmptyDatabase());
  await update.run();
  await update.run();
  expect(await readdir(update.dataDir)).toEqual(["version"]);
  expect(update.said.join()).toContain("database migrated");
});

test("an update makes a backup first, in BACKUP_DIR and encrypted if that is set, and says the way back", async () => {
  const backupDir = join(await folderWith([]), "not/there/yet");
  const passphrase = "a passphrase of some length";
  const update = await anUpdate(await aDatabaseAt(FIRST), { backupDir, passphrase });
  await update.run();
  const [name = "", ...others] = await readdir(backupDir);
  expect(others).toEqual([]);
  expect(name).toMatch(/^trackside-before-update-0001-.*Z\.backup$/);
  const { about } = await checkBackup(join(backupDir, name), async () => passphrase, TEST_SECRET);
  expect(about.migrations.map((migration) => migration.name)).toEqual(FIRST);

  const said = update.said.join("\n");
  expect(said.indexOf(name)).toBeLessThan(said.indexOf("database migrated"));
  expect(said).toContain("go back to the previous version (0.1.0, commit 4bee6e7aaaaa: git checkout 4bee6e7aaaaa)");
  expect(said).toContain(`DATA_DIR=${update.dataDir}-before-update npm run shop -- restore ${join(backupDir, name)}`);
});

test("an update whose backup cannot be written is refused in a sentence, and nothing is changed", async () => {
  const databaseUrl = await aDatabaseAt(FIRST);
  const before = await everyRow(databaseUrl);
  const file = join(await folderWith(FIRST), FIRST[0] ?? "");
  const update = await anUpdate(databaseUrl, { backupDir: join(file, "backups") });
  await expect(update.run()).rejects.toThrow(/can't be made in .*: its folder doesn't exist\.\nNothing was changed\./);
  expect(await everyRow(databaseUrl)).toEqual(before);
});

test("a first migration that fails leaves the data as it was, and the sentence names the backup and the version to go on with", async () => {
  const databaseUrl = await aDatabaseAt(FIRST);
  const before = await everyRow(databaseUrl);
  const update = await anUpdate(databaseUrl);
  const failed = update.run(await brokenAt(FIRST, ["0002-broken.sql", "update orders set email = null; select 1/0"]));
  await expect(failed).rejects.toThrow(
    /failed at 0002-broken\.sql.*\n?.*before-update-0001-.*\.backup\nThe data was not changed\..*git checkout 4bee6e7aaaaa/,
  );
  expect(await everyRow(databaseUrl)).toEqual(before);
  expect(update.said.join()).toContain('"code":"22012"');
});

test("a later migration that fails names the way back to before the first, and trying again does not throw that backup away", async () => {
  const databaseUrl = await aDatabaseAt(FIRST);
  const update = await anUpdate(databaseUrl);
  const folder = await brokenAt(FIRST, ["0002-done.sql", "create table done (n integer)"], ["0003-broken.sql", "select 1/0"]);
  const failure = await update.run(folder).catch((error: Error) => error.message);
  const backups = async () => (await readdir(join(update.dataDir, "backups"))).sort();
  const [first = ""] = await backups();
  expect(failure).toMatch(/failed at 0003-broken\.sql/);
  expect(failure).toContain("Part of the update was already done");
  expect(failure).toContain(`npm run shop -- restore ${join(update.dataDir, "backups", first)}`);

  for (let attempts = 0; attempts < 3; attempts += 1) await expect(update.run(folder)).rejects.toThrow("0003-broken.sql");
  const all = await backups();
  expect(all).toHaveLength(2);
  expect(all[0]).toBe(first);
  expect(all[1]).toContain("before-update-0002-");
});

test("of two that start an update together one makes the backup and both go on", async () => {
  const databaseUrl = await aDatabaseAt(FIRST);
  const backupDir = await folderWith([]);
  const updates = [await anUpdate(databaseUrl, { backupDir }), await anUpdate(databaseUrl, { backupDir })];
  await Promise.all(updates.map((update) => update.run()));
  expect(await readdir(backupDir)).toHaveLength(1);
});
