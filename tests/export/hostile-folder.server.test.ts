import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { exportFolder } from "#shop/export/export-folder.server.ts";
import { type ImportTarget, importFolder } from "#shop/export/import-folder.server.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyFile, everyRow } from "#tests/support/database/every-row.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { aDataFolder, openShopOn } from "#tests/support/shop/opened-shop.ts";
import { settled } from "#tests/support/shop/settled.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

/** Each test opens its own shop. */
vi.setConfig({ testTimeout: 60_000 });

type Row = Record<string, unknown>;

const BEFORE_RECEIPTS = "2020-01-01T00:00:00.000000Z";
let shop: TestShop;
let folder: string;
let place: ImportTarget & { dataDir: string };

beforeAll(async () => {
  shop = await openTestShop();
  await anAdmin(shop);
  const visitor = await aCustomer(shop);
  const { id: productId } = await aProduct(shop, { ids: ["RAIL_1", "RAIL_2", "RAIL_3"] });
  await aPendingOrder(shop, { productId, visitor });
  folder = await mkdtemp(join(tmpdir(), "trackside-hostile-"));
  await exportFolder({ ...shop.services, databaseUrl: shop.databaseUrl }, folder);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await shop.close();
});
beforeEach(async () => {
  const [databaseUrl, dataDir] = [await anEmptyDatabase({ isMigrated: true }), await aDataFolder()];
  const { vault, longJobsFiles: files, close } = await openShopOn(databaseUrl, { dataDir });
  await close();
  place = { databaseUrl, vault, files, dataDir };
});

/** A copy of the folder with one file changed; `export.json` has the matching row count. */
async function withFile(name: string, change: (rows: Row[], text: string) => Row[] | string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "trackside-copy-"));
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  await cp(folder, copy, { recursive: true });
  const text = await readFile(join(copy, name), "utf8");
  const changed = change(JSON.parse(text) as Row[], text);
  const isText = typeof changed === "string";
  await writeFile(join(copy, name), isText ? changed : `[\n${changed.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
  const about = JSON.parse(await readFile(join(copy, "export.json"), "utf8")) as { rows: Record<string, number> };
  if (!isText) about.rows[name.replace(".json", "")] = changed.length;
  await writeFile(join(copy, "export.json"), JSON.stringify(about));
  return copy;
}

const ofState = (state: string, change: (row: Row, rows: Row[]) => Row) => (rows: Row[]) =>
  rows.map((row) => (row.state === state ? { ...row, ...change(row, rows) } : row));

test.for<[what: string, name: string, change: (rows: Row[], text: string) => Row[] | string, why: RegExp]>([
  [
    "IDs that are all one in other spellings",
    "ids.json",
    (rows) => rows.map((row, n) => ({ ...row, id: `RAIL\u2010${"\u200b".repeat(n)}1` })),
    /line 3: this ID, perhaps in another spelling, is that of number 1 too/,
  ],
  [
    "a free ID with U+2028 inside",
    "ids.json",
    ofState("available", () => ({ id: "RAIL\u20281" })),
    /ids\.json, line \d: id is missing or wrong/,
  ],
  ["an ID of the blank Braille pattern", "ids.json", (rows) => rows.map((row) => ({ ...row, id: "\u2800" })), /line 2: id is no ID/],
  [
    "an approved order without IDs",
    "orders.json",
    // Before there were receipts, so that nothing else is wrong with it.
    (rows) =>
      rows.map((row) => ({ ...row, status: "approved", approvedBy: "x", createdAt: BEFORE_RECEIPTS, processedAt: BEFORE_RECEIPTS })),
    /order REQ-\w+: approved with 1 IDs, and was given 0/,
  ],
  [
    "two accounts with one address",
    "customers.json",
    (rows) => rows.map((row) => ({ ...row, email: "a@example.com" })),
    /^customers\.json, line 3: the database does not take this \(duplicate key value violates unique constraint "\w+"\)\. Nothing was changed\.$/,
  ],
  [
    "an admin's address in capital letters",
    "customers.json",
    (rows) => rows.map((row) => ({ ...row, email: "A@EXAMPLE.COM" })),
    /line 2: email/,
  ],
  ["two rows of settings", "settings.json", (rows) => [...rows, ...rows], /settings\.json, line 3: .*duplicate key/],
  [
    "an infinite price",
    "products.json",
    (_, text) => text.replace(/"pricePaise":\d+/, '"pricePaise":1e400'),
    /line 2: pricePaise is missing/,
  ],
  [
    "a price that is no number",
    "products.json",
    (_, text) => text.replace(/"pricePaise":\d+/, '"pricePaise":NaN'),
    /line 2: this is not a row/,
  ],
  [
    "the 30th of February",
    "products.json",
    (_, text) => text.replace(/"createdAt":"[\d-]+T/, '"createdAt":"2026-02-30T'),
    /products\.json, line 2: a value is none that its column can have\. Nothing was changed\.$/,
  ],
  [
    "a number that is too large for its column",
    "orders.json",
    (rows) => rows.map((row) => ({ ...row, quantity: 3_000_000_000 })),
    /orders\.json, line 2: a value is none that its column can have\. Nothing was changed\.$/,
  ],
  [
    "accounts without the column that keeps some from logging in",
    "customers.json",
    (rows) => rows.map(({ disabled: _, ...row }) => row),
    /customers\.json, line 2: disabled is missing or wrong/,
  ],
  [
    "one ID in two spellings",
    "ids.json",
    (rows) => [...rows, { ...rows[1], number: 2_000_000_000, id: `${rows[1]?.id}\u200b`, fingerprint: null }],
    /^ids\.json, line 5: this ID, perhaps in another spelling, is that of number 2 too\. A shop has each ID once: .*export\.json.* Nothing was changed\.$/,
  ],
  ["a byte order mark", "products.json", (_, text) => `\ufeff${text}`, /products\.json, line 1: this is not how an export is written/],
])("[S7.3] an export with %s is refused, and nothing is written", async ([, name, change, why]) => {
  const before = await everyRow(place.databaseUrl);
  await expect(importFolder(place, await withFile(name, change))).rejects.toThrow(why);
  expect(await everyRow(place.databaseUrl)).toEqual(before);
  expect(await everyFile(place.files)).toEqual({});
});

test.for<[what: string, name: string, change: (rows: Row[], text: string) => Row[] | string]>([
  ["lines that end with CR LF", "orders.json", (_, text) => text.replaceAll("\n", "\r\n")],
  [
    "columns in another order, and one that nobody knows",
    "ids.json",
    (rows) => rows.map((row) => ({ more: 1, ...Object.fromEntries(Object.entries(row).reverse()) })),
  ],
  ["minus zero for a price", "products.json", (_, text) => text.replace(/"pricePaise":\d+/, '"pricePaise":-0')],
] as const)("[S7.3] an export with %s comes in, and verify finds nothing", async ([, name, change]) => {
  await importFolder(place, await withFile(name, change));
  const services = await openShopOn(place.databaseUrl, { dataDir: place.dataDir });
  try {
    await settled(services);
    expect(await faultsOf({ services })).toEqual([]);
  } finally {
    await services.close();
  }
});
