import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import type { Files } from "#platform/files/files.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shop/constants.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyFile, everyRow } from "#tests/support/database/every-row.ts";
import { aProduct } from "#tests/support/shop/builders.ts";
import { withoutRestores } from "#tests/support/shop/settled.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { type AutomaticBackups, backUpIfDue } from "./automatic-backup.server.ts";
import { folderOfBackups, listBackups } from "./backup-place.server.ts";
import { checkBackup } from "./check-backup.server.ts";
import { copiesBeside } from "./picture-copies.server.ts";
import { restoreBackup } from "./restore-backup.server.ts";

const PASSPHRASE = "a passphrase of some length";
const begin = new Date("2026-11-21T03:00:00Z");

let shop: TestShop;
let folder: string;
let dir: string;
let at: number;

beforeAll(async () => {
  shop = await openTestShop();
  for (const _ of [1, 2, 3]) await aProduct(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-copies-"));
  dir = join(folder, "backups");
  at = begin.getTime();
  for await (const { key } of shop.services.files.list()) await shop.services.files.remove(key);
  return () => rm(folder, { recursive: true, force: true });
});

const keyOf = (letter: string) => `product-images/${letter.repeat(48)}.webp`;

/** Gives the products these pictures, and stores them. */
async function showPictures(...letters: string[]): Promise<void> {
  const { db, files } = shop.services;
  await db.$client.query("update products set image = ''");
  for (const letter of letters) {
    await files.put(keyOf(letter), Buffer.from(`the picture ${letter}`));
    await db.$client.query("update products set image = '/' || $1 where id = (select min(id) from products where image = '')", [
      keyOf(letter),
    ]);
  }
}

function sourceOf() {
  const { files, now, log } = shop.services;
  return { databaseUrl: shop.databaseUrl, files, now, log, secret: { value: TEST_SECRET, isOperators: false } };
}

async function backUp(overrides: Partial<AutomaticBackups> = {}): Promise<string> {
  shop.setNow(new Date(at));
  expect(
    await backUpIfDue({ ...sourceOf(), place: folderOfBackups(dir), passphrase: PASSPHRASE, rowsMs: null, ...overrides }),
  ).not.toBeNull();
  at += HOUR_MS;
  const [newest] = await listBackups(dir);
  return join(dir, newest?.name ?? "");
}

async function restore(file: string, into: Files = openDiskFiles(join(folder, "files", String(Math.random()).slice(2)))) {
  const target = { databaseUrl: await anEmptyDatabase(), files: into, dataDir: join(folder, "data") };
  const { missing } = await restoreBackup(target, await checkBackup(file, async () => PASSPHRASE, null));
  return { missing, target };
}

const copies = async () => {
  const found: string[] = [];
  for await (const { key } of copiesBeside(dir).list()) found.push(key);
  return found.filter((key) => key.includes("/")).map((key) => key.at(-6));
};

test("[S12.10] pictures are copied once, encrypted, and a shop is restored from rows and copies equal row by row and file by file", async () => {
  await showPictures("a", "b");
  await backUp();
  await showPictures("a", "b", "c");
  const read: string[] = [];
  const { files } = shop.services;
  const get = (key: string) => {
    read.push(key);
    return files.get(key);
  };
  const file = await backUp({ files: { ...files, get } });
  expect(read).toEqual([keyOf("c")]);
  expect((await copies()).sort()).toEqual(["a", "b", "c"]);
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) expect(await readFile(join(entry.parentPath, entry.name), "latin1")).not.toContain("the picture");

  const { missing, target } = await restore(file);
  expect(missing).toEqual([]);
  expect(await everyFile(target.files)).toEqual(await everyFile(files));
  expect(withoutRestores(await everyRow(target.databaseUrl))).toEqual(withoutRestores(await everyRow(shop.databaseUrl)));
});

test("[S12.10] pictures are copied every hour also where rows take so long that they are backed up once a day", async () => {
  const picturesAt = new Date(at);
  const file = await backUp();
  await showPictures("a");
  at -= 1;
  const before = { ...sourceOf(), place: folderOfBackups(dir), passphrase: PASSPHRASE, rowsMs: MINUTE_MS, picturesAt };
  shop.setNow(new Date(at));
  expect(await backUpIfDue(before), "an hour is not over").toBeNull();
  shop.setNow(new Date(at + 1));
  expect(await backUpIfDue(before)).toEqual({ rowsMs: null });
  expect(await copies()).toEqual(["a"]);
  await showPictures("a", "b");
  shop.setNow(new Date(at - HOUR_MS / 2));
  expect(await backUpIfDue({ ...before, picturesAt: undefined, rowsMs: MINUTE_MS - 1 }), "rows are due within the hour").toBeNull();
  expect(await backUpIfDue({ ...before, picturesAt: undefined }), "after a start").toEqual({ rowsMs: null });
  expect((await copies()).sort()).toEqual(["a", "b"]);
  expect(await listBackups(dir)).toHaveLength(1);
  at += DAY_MS;
  expect(await backUp(), "a backup of rows is not due by that").not.toBe(file);
  expect((await copies()).sort()).toEqual(["a", "b"]);
});

test("a copy stays as long as a stored backup needs it, and one that is needed again stays", async () => {
  await showPictures("a", "b", "c");
  const first = await backUp();
  await showPictures("c");
  await backUp();
  await backUp();
  expect((await copies()).sort(), "the first backup is still there").toEqual(["a", "b", "c"]);
  await showPictures("b", "c");
  await backUp();
  await rm(first);
  await backUp();
  expect((await copies()).sort()).toEqual(["b", "c"]);
});

test("missing and damaged copies are named and the rest is restored; files that are there already stay", async () => {
  await showPictures("a", "b", "c");
  const file = await backUp();
  const [, damaged = ""] = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith(".webp")).sort();
  const bytes = await readFile(join(dir, damaged));
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20);
  await writeFile(join(dir, damaged), bytes);
  const [gone = ""] = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith(`${keyOf("a")}`));
  await rm(join(dir, gone));
  const into = openDiskFiles(join(folder, "into"));
  await into.put("another/file", Buffer.from("extra"));
  const { missing } = await restore(file, into);
  expect(missing.sort()).toEqual([keyOf("a"), keyOf("b")]);
  expect(Object.keys(await everyFile(into)).sort()).toEqual(["another/file", keyOf("c")]);

  expect((await restore(file, shop.services.files)).missing, "where the shop's pictures still are").toEqual([]);
});

test("another passphrase begins another set, and the earlier backups can still be read with theirs", async () => {
  await showPictures("a");
  const earlier = await backUp();
  await backUp({ passphrase: "another long passphrase" });
  expect(await copies()).toEqual(["a", "a"]);
  expect((await restore(earlier)).missing).toEqual([]);
  const open = await backUp({ passphrase: null });
  expect((await restore(open)).missing).toEqual([]);
});

test("what a killed backup left half among the copies goes with the next, and lost notes of it break nothing", async () => {
  await showPictures("a");
  await backUp();
  await writeFile(join(dir, "pictures/.unfinished-123"), "half");
  await writeFile(join(dir, "pictures/unneeded.json"), "[{");
  await showPictures("b");
  await backUp();
  expect((await readdir(join(dir, "pictures"))).filter((name) => name.startsWith("."))).toEqual([]);
  expect((await copies()).sort()).toEqual(["a", "b"]);
});
