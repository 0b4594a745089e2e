import { mkdir, stat, statfs, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentenceIn } from "#messages/sentence-in.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { startMigration } from "../runs/start-migration.server.ts";
import { oldShopImports } from "../tables.server.ts";
import { roomFor, seeRoom } from "./disk-space.server.ts";
import { folderOf } from "./uploads.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** A sparse file of that size. */
async function aFileOf(bytes: number): Promise<string> {
  await mkdir(folderOf(shop.services), { recursive: true });
  const file = join(folderOf(shop.services), "database");
  await writeFile(file, "{}");
  await truncate(file, bytes);
  expect((await stat(file)).size).toBe(bytes);
  return file;
}

test("an import for which the database's disk has not the room does not begin, and says what is needed", async () => {
  const services = { ...shop.services, databaseDir: shop.filesFolder };
  const { bavail, bsize } = await statfs(shop.filesFolder);
  const fits = Math.floor((bavail * bsize) / roomFor(1, false));
  const admin = await anAdmin(shop);
  const file = await aFileOf(fits + 500_000_000);
  for (const isPreview of [true, false]) {
    const refusal = await startMigration(services, admin, { isPreview });
    expect(refusal).toMatchObject({ code: "migrationNoRoom", kind: "conflict" });
    expect(!refusal.ok && sentenceIn("en", refusal)).toMatch(/needs about [\d,]+ MB, and your server's disk has [\d,]+ MB free/);
  }
  expect(await shop.services.db.$count(oldShopImports)).toBe(0);

  const sources = { database: file, accounts: null, proofs: null };
  expect(await seeRoom({ databaseDir: null }, sources, true), "nobody here knows the disk of a database elsewhere").toMatchObject({
    ok: true,
  });
  await truncate(file, Math.max(0, fits - 500_000_000));
  expect(await seeRoom(services, sources, false)).toMatchObject({ ok: true });
  expect(await seeRoom(services, sources, true), "a preview needs room for the import after it").toMatchObject({ code: "migrationNoRoom" });
});

test("the room that is needed grows with the files, and the database's log up to its limit", () => {
  const [mb, gb] = [1_000_000, 1_000_000_000];
  expect(roomFor(mb, false)).toBe(8 * mb);
  expect(roomFor(mb, true)).toBe(25 * mb);
  expect(roomFor(gb, true)).toBe(12 * gb + 1024 ** 3);
});
