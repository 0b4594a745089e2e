import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { migrate } from "./migrate.server.ts";
import { closeDatabase, type Database, openDatabase } from "./open.server.ts";

let shop: TestShop;
let db: Database;
let folder: string;

beforeAll(async () => {
  shop = await openTestShop();
  db = openDatabase(shop.databaseUrl, { max: 4 });
});

afterAll(async () => {
  await closeDatabase(db);
  await shop.close();
});

beforeEach(async () => {
  await db.execute(sql`drop table if exists migrations, words cascade`);
  folder = await mkdtemp(join(tmpdir(), "trackside-migrations-"));
  await writeFile(join(folder, "0001-words.sql"), "create table words (word text); insert into words values ('one');");
  return () => rm(folder, { recursive: true, force: true });
});

const words = async () => (await db.execute<{ word: string }>(sql`select word from words order by word`)).rows.map((row) => row.word);

test("each migration runs once, in the order of the names", async () => {
  expect(await migrate(db, folder)).toEqual(["0001-words.sql"]);
  await writeFile(join(folder, "0003-three.sql"), "update words set word = word || ' three'");
  await writeFile(join(folder, "0002-two.sql"), "update words set word = word || ' two'");

  expect(await migrate(db, folder)).toEqual(["0002-two.sql", "0003-three.sql"]);
  expect(await migrate(db, folder)).toEqual([]);
  expect(await words()).toEqual(["one two three"]);
});

test("two processes that start together run a migration once", async () => {
  const ran = await Promise.all([migrate(db, folder), migrate(db, folder), migrate(db, folder)]);
  expect(ran.flat()).toEqual(["0001-words.sql"]);
  expect(await words()).toEqual(["one"]);
});

test("a migration that fails leaves nothing of itself and those before it in place", async () => {
  await writeFile(join(folder, "0002-broken.sql"), "insert into words values ('two'); select 1/0");
  await expect(migrate(db, folder)).rejects.toThrow("0002-broken.sql");
  expect(await words()).toEqual(["one"]);

  await writeFile(join(folder, "0002-broken.sql"), "insert into words values ('two')");
  expect(await migrate(db, folder)).toEqual(["0002-broken.sql"]);
});

test("a migration that was changed after it ran stops the start", async () => {
  await migrate(db, folder);
  await writeFile(join(folder, "0001-words.sql"), "create table other (word text)");
  await expect(migrate(db, folder)).rejects.toThrow("0001-words.sql was changed");
});

test("a database of a newer version is left alone", async () => {
  await migrate(db, folder);
  await rm(join(folder, "0001-words.sql"));
  await expect(migrate(db, folder)).rejects.toThrow("newer version");
});
