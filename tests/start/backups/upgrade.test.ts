import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#platform/config.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { quoted, readShape } from "#platform/database/table-shape.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { openLog } from "#platform/log.server.ts";
import { openServices } from "#server/start/services.ts";
import { bringUpToDate } from "#server/start/upgrade-database.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { restoreBackup } from "#shop/backups/restore-backup.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { anEmptyDatabase, createDatabase, dropDatabase } from "#tests/support/database/empty-database.ts";
import { everyFile, everyRow } from "#tests/support/database/every-row.ts";
import { earlierData } from "#tests/support/earlier/earlier-data.ts";
import { renamedColumns, renamedTables } from "#tests/support/earlier/earlier-names.ts";
import { aDatabaseAt, addData, bringTo, folderWith, MIGRATIONS, migrationNames as names } from "#tests/support/earlier/earlier-shop.ts";
import { withoutRestores } from "#tests/support/shop/settled.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";

const config = (databaseUrl: string, dataDir: string) =>
  readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET: TEST_SECRET, LOG_LEVEL: "silent" });

/** Opens the shop on a database as a start does, which upgrades it, and closes it again. */
async function start(databaseUrl: string, dataDir: string): Promise<void> {
  const source = { url: databaseUrl, isNew: false, recordAddress: async () => {}, close: async () => {} };
  await (await openServices(config(databaseUrl, dataDir), source, { say: () => {} })).close();
}

/** Runs a database's next migration as a start of that version does. */
async function updateTo(databaseUrl: string, migrations: string[], dataDir: string): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 1, settings: ledgerSettings({ vault: openVault(TEST_SECRET) }) });
  const files = openDiskFiles(join(dataDir, "files"));
  const secret = { value: TEST_SECRET, isOperators: true };
  const shop = { files, log: openLog("silent"), now: () => new Date(), url: databaseUrl, secret, say: () => {} };
  await bringUpToDate(db, shop, config(databaseUrl, dataDir), await folderWith(migrations));
  await closeDatabase(db);
}

type Rows = Record<string, Record<string, unknown>[]>;

/** Every row. */
async function rowsOf(databaseUrl: string): Promise<Rows> {
  return withClient(databaseUrl, async (client) => {
    const found: Rows = {};
    for (const { name } of await readShape(client)) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${quoted(name)} as t`);
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });
}

/**
 * Columns that a start changes: of a token it keeps the hash, of a searched text the name.
 */
const replaced: Record<string, string[]> = { sessions: ["token"], order_texts: ["text"] };

/** The rows with the names that tables and columns have today. */
function renamed(rows: Rows): Rows {
  return Object.fromEntries(
    Object.entries(rows).map(([formerName, its]) => {
      const table = renamedTables[formerName] ?? formerName;
      const columnOf = (column: string) => renamedColumns[`${table}.${column}`] ?? column;
      return [table, its.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [columnOf(column), value])))];
    }),
  );
}

/**
 * Only the tables and columns that existed before and had content; empty ones may be filled by the
 * start. Not the progress of upgrades, which a migration adds to.
 */
function only(now: Rows, before: Rows): Rows {
  const filled = Object.entries(before).filter(([table, rows]) => rows.length > 0 && table !== "upgrade_steps");
  const tables = filled.map(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !replaced[table]?.includes(column));
    const rowsNow = (now[table] ?? []).map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
    return [table, rowsNow.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))];
  });
  return Object.fromEntries(tables);
}

/** Restores the one backup that an update made, and returns all its rows. */
async function restored(dataDir: string): Promise<Record<string, string[]>> {
  const [name = "", ...others] = await readdir(join(dataDir, "backups"));
  expect(others).toEqual([]);
  const backup = await checkBackup(join(dataDir, "backups", name), async () => "", TEST_SECRET);
  const files = openDiskFiles(join(dataDir, "restored"));
  const databaseUrl = await anEmptyDatabase();
  await restoreBackup({ databaseUrl, files, dataDir: join(dataDir, "restored") }, backup);
  expect(await everyFile(files)).toEqual({});
  return withoutRestores(await everyRow(databaseUrl));
}

test("the migrations that there is data for exist", async () => {
  expect(names).toEqual((await readdir(MIGRATIONS)).sort());
  expect(Object.keys(earlierData).every((name) => names.includes(name))).toBe(true);
});

const states = names.slice(0, -1).map((name, at) => [name, at + 1] as const);

/**
 * The states after which data was added, and the last one. From any other one a start does what it
 * does from these, and each migration has its own test below.
 */
test.for(states.filter(([name, count]) => name in earlierData || count === states.length))(
  "a database of the state %s comes up to date with its data whole, once a backup of it was made",
  async ([, count]) => {
    const databaseUrl = await aDatabaseAt(names.slice(0, count));
    const { migrations: _, ...before } = renamed(await rowsOf(databaseUrl));
    const everything = withoutRestores(await everyRow(databaseUrl));
    expect(before.orders).toHaveLength(4);
    expect(before.units).toHaveLength(8);

    const dataDir = await folderWith([]);
    await start(databaseUrl, dataDir);
    const after = await rowsOf(databaseUrl);
    expect(after.migrations?.map(({ name }) => name)).toEqual(names);
    expect(only(after, before)).toEqual(only(before, before));
    await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ value: Buffer; print: Buffer }>(
        "select value, fingerprint as print from units order by id limit 1",
      );
      expect(openVault(TEST_SECRET).decrypt(placeOf("units.value", rows[0]?.print ?? ""), rows[0]?.value ?? Buffer.alloc(0))).toBe(
        "unit-1",
      );
      const searched = await client.query(
        "select o.id from orders o join order_texts t on t.order_id = o.id and t.text = order_codes(o) join ordered_names n on n.id = t.name_id and n.name = order_name(o)",
      );
      expect(searched.rows, "a search finds each order by its code and by its product").toHaveLength(4);
    });
    expect(await restored(dataDir), "a backup of before the update brings everything back").toEqual(everything);
  },
);

/** A shop's database, updated from each state to the next, with the data that a shop had then. */
let growing: string;
let ran = 0;
beforeAll(async () => {
  growing = await createDatabase();
});
afterAll(() => dropDatabase(growing));

test.for(states)(
  "a database of the state %s comes to the next one with its data whole, once a backup of it was made",
  async ([, count]) => {
    if (ran !== count) await bringTo(growing, names.slice(0, count), TEST_SECRET, ran);
    const { migrations: _, ...before } = renamed(await rowsOf(growing));
    const everything = withoutRestores(await everyRow(growing));
    expect(before.orders).toHaveLength(4);
    expect(before.units).toHaveLength(8);

    const dataDir = await folderWith([]);
    await updateTo(growing, names.slice(0, count + 1), dataDir);
    ran = count + 1;
    const after = renamed(await rowsOf(growing));
    expect(after.migrations?.map(({ name }) => name)).toEqual(names.slice(0, ran));
    expect(only(after, before)).toEqual(only(before, before));
    expect(await restored(dataDir), "a backup of before the update brings everything back").toEqual(everything);
    await addData(growing, names[count] ?? "");
  },
);

test("a database from before the key check is not migrated with another key", async () => {
  const databaseUrl = await aDatabaseAt(names.slice(0, 1));
  const before = await rowsOf(databaseUrl);
  const source = { url: databaseUrl, isNew: false, recordAddress: async () => {}, close: async () => {} };
  const wrong = { ...config(databaseUrl, await folderWith([])), secret: "another secret of some length" };
  await expect(openServices(wrong, source)).rejects.toThrow("SECRET does not fit this database");
  expect(await rowsOf(databaseUrl)).toEqual(before);
  expect(await readdir(wrong.dataDir)).toEqual([]);
});

test("a command refuses a database of an earlier version and changes nothing in it", async () => {
  const databaseUrl = await aDatabaseAt(names.slice(0, -1));
  const before = await rowsOf(databaseUrl);
  const source = { url: databaseUrl, isNew: false, recordAddress: async () => {}, close: async () => {} };
  const asked = config(databaseUrl, await folderWith([]));
  await expect(openServices(asked, source, { isCommand: true })).rejects.toThrow("The database is of an earlier version of the shop.");
  expect(await rowsOf(databaseUrl)).toEqual(before);
  expect(await readdir(asked.dataDir)).toEqual([]);
});
