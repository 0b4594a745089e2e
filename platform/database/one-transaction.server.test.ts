import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countQueries } from "#tests/support/count-queries.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { inOneTransaction } from "./one-transaction.server.ts";
import { closeDatabase, openDatabase, type Tx } from "./open.server.ts";
import { preparedOnce } from "./prepared.server.ts";
import { statement } from "./statement.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.services.db.$client.query("create table written (n integer primary key, at serial)");
});
beforeEach(() => shop.services.db.$client.query("truncate written restart identity"));
afterAll(() => shop.close());

const write = (n: number) => statement("write", sql`insert into written (n) values (${n})`);
const written = async () => (await shop.services.db.$client.query("select n from written order by at")).rows.map(({ n }) => n);

test("begins with the first statement and commits with the last ones, which run in their order", async () => {
  const { value, roundTrips } = await countQueries(shop, ({ db }) =>
    inOneTransaction(db, async (tx, writeAndCommit) => {
      const { rows } = await tx.execute(sql`select 1 as one`);
      await writeAndCommit([write(3), null, write(1), write(2)]);
      return rows;
    }),
  );
  expect({ value, roundTrips, written: await written() }).toEqual({ value: [{ one: 1 }], roundTrips: 2, written: [3, 1, 2] });
});

test("what ends without a commit wrote nothing, and neither did what threw or what the database refused; the connection serves the next", async () => {
  const { db } = shop.services;
  const first = sql`insert into written (n) values (1)`;
  expect(await inOneTransaction(db, async (tx) => (await tx.execute(first)).rowCount)).toBe(1);
  const thrown = inOneTransaction(db, async (tx) => {
    await tx.execute(first);
    throw new Error("no");
  });
  await expect(thrown).rejects.toThrow("no");
  await expect(inOneTransaction(db, (_tx, writeAndCommit) => writeAndCommit([write(2), write(2), write(3)]))).rejects.toMatchObject({
    code: "23505",
  });
  expect(await written()).toEqual([]);

  await inOneTransaction(db, (_tx, writeAndCommit) => writeAndCommit([write(4)]));
  expect(await written()).toEqual([4]);
});

test("what one transaction prepared serves the next on its connection, and another connection prepares its own", async () => {
  const { db } = shop.services;
  let written = 0;
  const answer = preparedOnce((tx: Tx) => {
    written += 1;
    return tx
      .select({ n: sql<number>`${sql.placeholder("n")}::integer` })
      .from(sql`(values (1)) as one`)
      .prepare("answer");
  });
  const ask = (n: number) => inOneTransaction(db, async (tx) => (await answer(tx).execute({ n }))[0]?.n);
  expect([await ask(1), await ask(2), written]).toEqual([1, 2, 1]);
  expect([await Promise.all([ask(3), ask(4)]), written]).toEqual([[3, 4], 2]);
});

test("what had failed before its commit is not told as done", async () => {
  const { db } = shop.services;
  const done = inOneTransaction(db, async (tx, writeAndCommit) => {
    await tx.execute(sql`insert into written (n) values (1)`);
    await tx.execute(sql`select 1 / 0`).catch(() => {});
    await writeAndCommit([]);
  });
  await expect(done).rejects.toThrow("had failed before its commit");
  expect(await written()).toEqual([]);
});

test("where the transaction cannot begin, nothing is written behind it", async () => {
  const db = openDatabase(shop.databaseUrl, { max: 1 });
  const client = await db.$client.connect();
  const { query } = client;
  client.query = ((...asked: Parameters<typeof query>) =>
    Reflect.apply(query, client, String(asked[0]) === "begin" ? ["begin nothing"] : asked)) as typeof query;
  client.release();
  const refused = inOneTransaction(db, async (tx, writeAndCommit) => {
    await tx.execute(sql`select 1`);
    await writeAndCommit([write(1)]);
  });
  await expect(refused).rejects.toMatchObject({ code: "42601" });
  await closeDatabase(db);
  expect(await written()).toEqual([]);
});

test("whose connection dies is told so, and another is opened", async () => {
  const { db } = shop.services;
  const died = inOneTransaction(db, async (tx, writeAndCommit) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {});
    await writeAndCommit([write(1)]);
  });
  await expect(died).rejects.toThrow();
  await inOneTransaction(db, (_tx, writeAndCommit) => writeAndCommit([write(2)]));
  expect(await written()).toEqual([2]);
});
