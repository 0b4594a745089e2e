import { mkdir, stat, statfs, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MOVING_ROOM_TIMES } from "#shop/constants.ts";
import { anAdmin } from "#tests/support/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { seeRoom } from "./room.server.ts";
import { startMoving } from "./start-moving.server.ts";
import { movingInRuns } from "./tables.server.ts";
import { folderOf } from "./uploads.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** A file of that size that takes no room itself. */
async function aFileOf(bytes: number): Promise<string> {
  await mkdir(folderOf(shop.services), { recursive: true });
  const file = join(folderOf(shop.services), "database");
  await writeFile(file, "{}");
  await truncate(file, bytes);
  expect((await stat(file)).size).toBe(bytes);
  return file;
}

test("an import for which the database's disk has not three times the room of its files does not begin, and says what is needed", async () => {
  const services = { ...shop.services, databaseDir: shop.filesFolder };
  const { bavail, bsize } = await statfs(shop.filesFolder);
  const third = Math.floor((bavail * bsize) / MOVING_ROOM_TIMES);
  const admin = await anAdmin(shop);
  const file = await aFileOf(third + 500_000_000);
  for (const isPreview of [true, false]) {
    const refusal = await startMoving(services, admin, { isPreview });
    expect(refusal).toMatchObject({ code: "movingNoRoom", kind: "conflict" });
    expect(!refusal.ok && refusal.sentence).toMatch(/has [\d,]+ MB free, and this takes about [\d,]+ MB/);
  }
  expect(await shop.services.db.$count(movingInRuns)).toBe(0);

  const sources = { database: file, accounts: null, proofs: null };
  expect(await seeRoom({ databaseDir: null }, sources), "nobody here knows the disk of a database elsewhere").toMatchObject({ ok: true });
  await truncate(file, Math.max(0, third - 500_000_000));
  expect(await seeRoom(services, sources)).toMatchObject({ ok: true });
});
