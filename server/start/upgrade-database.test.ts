import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrationNames } from "#platform/database/migrate.server.ts";
import { closeDatabase, type Database, openDatabase } from "#platform/database/open.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { openLog } from "#platform/log.server.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { anEmptyFolder, laterMigrations } from "#tests/support/database/later-migrations.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";
import { bringUpToDate } from "./upgrade-database.ts";

const names = await migrationNames();
/** The number of the last migration that this version has. */
const LAST = names.at(-1)?.slice(0, 4);
const later = () => laterMigrations(["9001-later.sql", "create table later (n integer)"]);
const aShop = () => anEmptyDatabase({ isMigrated: true });

type Update = { databaseUrl: string; dataDir: string; backupDir: string | null; said: string[]; run(folder?: string): Promise<void> };

/** Upgrades this database and collects everything that its operator is shown. */
async function anUpdate(databaseUrl: string, options: { backupDir?: string; passphrase?: string } = {}): Promise<Update> {
  const dataDir = await anEmptyFolder();
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
  const place = { dataDir, databaseUrl: null, databaseOwnerUrl: null, backupDir, backupPassphrase: options.passphrase ?? null };
  return { databaseUrl, dataDir, backupDir, said, run: (folder) => bringUpToDate(db, shop, place, folder) };
}

function openedOn(databaseUrl: string): Database {
  const db = openDatabase(databaseUrl, { max: 2, settings: ledgerSettings({ vault: openVault(TEST_SECRET) }) });
  onTestFinished(() => closeDatabase(db));
  return db;
}

test("a new shop, and one that is up to date, is not backed up", async () => {
  const update = await anUpdate(await anEmptyDatabase());
  await update.run();
  await update.run();
  expect(await readdir(update.dataDir)).toEqual(["version"]);
  expect(update.said.join()).toContain("database migrated");
});

test("an update makes a backup first, in BACKUP_DIR and encrypted if that is set, and says the way back", async () => {
  const backupDir = join(await anEmptyFolder(), "not/there/yet");
  const passphrase = "a passphrase of some length";
  const update = await anUpdate(await aShop(), { backupDir, passphrase });
  await update.run(await later());
  const [name = "", ...others] = await readdir(backupDir);
  expect(others).toEqual([]);
  expect(name).toMatch(new RegExp(`^trackside-before-update-${LAST}-.*Z\\.backup$`));
  const { about } = await checkBackup(join(backupDir, name), async () => passphrase, TEST_SECRET);
  expect(about.migrations.map((migration) => migration.name)).toEqual(names);

  const said = update.said.join("\n");
  expect(said.indexOf(name)).toBeLessThan(said.indexOf("database migrated"));
  expect(said).toContain("go back to the previous version (0.1.0, commit 4bee6e7aaaaa: git checkout 4bee6e7aaaaa)");
  expect(said).toContain(`DATA_DIR=${update.dataDir}-before-update npm run shop -- restore ${join(backupDir, name)}`);
});

test("an update that the previous version goes on beside says so, and that version starts on its data", async () => {
  const update = await anUpdate(await aShop());
  await update.run(await laterMigrations([`9001-later.beside-${LAST}.sql`, "create table later (n integer)"]));
  expect(update.said.join("\n")).toMatch(/To go back, .*0\.1\.0, commit .* it goes on with this data/);
  expect(update.said.join("\n")).not.toContain("restore");
  await update.run();

  const db = openedOn(update.databaseUrl);
  await db.$client.query("insert into migrations (name, checksum) values ('9002-less.beside-9001.sql', '')");
  await expect(update.run()).rejects.toThrow("newer version of the shop (it has 9002-less.beside-9001.sql)");
});

test("an update whose backup cannot be written is refused in a sentence, and nothing is changed", async () => {
  const databaseUrl = await aShop();
  const before = await everyRow(databaseUrl);
  const folder = await later();
  const update = await anUpdate(databaseUrl, { backupDir: join(folder, "9001-later.sql", "backups") });
  await expect(update.run(folder)).rejects.toThrow(/can't be made in .*: its folder doesn't exist\.\nNothing was changed\./);
  expect(await everyRow(databaseUrl)).toEqual(before);
});

test("a first migration that fails leaves the data as it was, and the sentence names the backup and the version to go on with", async () => {
  const databaseUrl = await aShop();
  const before = await everyRow(databaseUrl);
  const update = await anUpdate(databaseUrl);
  const failed = update.run(await laterMigrations(["9001-broken.sql", "update orders set email = null; select 1/0"]));
  await expect(failed).rejects.toThrow(
    new RegExp(
      `failed at 9001-broken\\.sql.*\n?.*before-update-${LAST}-.*\\.backup\nThe data was not changed\\..*git checkout 4bee6e7aaaaa`,
    ),
  );
  expect(await everyRow(databaseUrl)).toEqual(before);
  expect(update.said.join()).toContain('"code":"22012"');
});

test("a later migration that fails names the way back to before the first, and trying again does not throw that backup away", async () => {
  const databaseUrl = await aShop();
  const update = await anUpdate(databaseUrl);
  const folder = await laterMigrations(["9001-done.sql", "create table done (n integer)"], ["9002-broken.sql", "select 1/0"]);
  const failure = await update.run(folder).catch((error: Error) => error.message);
  const backups = async () => (await readdir(join(update.dataDir, "backups"))).sort();
  const [first = ""] = await backups();
  expect(failure).toMatch(/failed at 9002-broken\.sql/);
  expect(failure).toContain("Part of the update was already done");
  expect(failure).toContain(`npm run shop -- restore ${join(update.dataDir, "backups", first)}`);

  for (let attempts = 0; attempts < 3; attempts += 1) await expect(update.run(folder)).rejects.toThrow("9002-broken.sql");
  const all = await backups();
  expect(all).toHaveLength(2);
  expect(all[0]).toBe(first);
  expect(all[1]).toContain("before-update-9001-");
});

test("of two that start an update together one makes the backup and both go on", async () => {
  const databaseUrl = await aShop();
  const backupDir = await anEmptyFolder();
  const updates = [await anUpdate(databaseUrl, { backupDir }), await anUpdate(databaseUrl, { backupDir })];
  const folder = await later();
  await Promise.all(updates.map((update) => update.run(folder)));
  expect(await readdir(backupDir)).toHaveLength(1);
});
