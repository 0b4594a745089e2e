import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { inTransaction } from "./in-transaction.server.ts";
import type { Tx } from "./open.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ asOwner: true });
  await shop.services.db.$client.query("create table kept (n integer primary key, at serial)");
});
beforeEach(() => shop.services.db.$client.query("truncate kept restart identity"));
afterAll(() => shop.close());

const store = (tx: Tx, n: number) => tx.execute(sql`insert into kept (n) values (${n})`);
const stored = async () => (await shop.services.db.$client.query("select n from kept order by at")).rows.map(({ n }) => n);

test("a transaction keeps all that it wrote, or nothing when it throws or the database refuses; its connection serves the next", async () => {
  const { db } = shop.services;
  const { totalCount } = db.$client;
  const thrown = inTransaction(db, async (tx) => {
    await store(tx, 1);
    throw new Error("no");
  });
  await expect(thrown).rejects.toThrow("no");
  const refused = inTransaction(db, async (tx) => {
    await store(tx, 2);
    await store(tx, 2);
  });
  await expect(refused).rejects.toMatchObject({ cause: { code: "23505" } });
  expect(await stored()).toEqual([]);

  const value = await inTransaction(db, async (tx) => {
    await store(tx, 4);
    await store(tx, 3);
    return "both";
  });
  expect({ value, stored: await stored(), connections: db.$client.totalCount }).toEqual({
    value: "both",
    stored: [4, 3],
    connections: totalCount,
  });
});

test("a transaction of which a statement failed is not reported as done", async () => {
  const done = inTransaction(shop.services.db, async (tx) => {
    await store(tx, 1);
    await tx.execute(sql`select 1 / 0`).catch(() => {});
  });
  await expect(done).rejects.toThrow("had failed before the commit");
  expect(await stored()).toEqual([]);
});

test("a transaction whose connection dies throws why, and the next one gets another connection", async () => {
  const { db } = shop.services;
  const died = inTransaction(db, async (tx) => {
    await store(tx, 1);
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(died).rejects.toMatchObject({ query: "select pg_terminate_backend(pg_backend_pid())" });
  await inTransaction(db, (tx) => store(tx, 2));
  expect(await stored()).toEqual([2]);
});

test("two transactions that wait for each other are both done: the one that the database ends starts over", async () => {
  const { db } = shop.services;
  await inTransaction(db, async (tx) => {
    await store(tx, 1);
    await store(tx, 2);
  });
  let attempts = 0;
  const { promise: bothLocked, resolve: goOn } = Promise.withResolvers<void>();
  const lockBoth = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      attempts += 1;
      await tx.execute(sql`update kept set n = n where n = ${first}`);
      if (attempts === 2) goOn();
      await bothLocked;
      await tx.execute(sql`update kept set n = n where n = ${second}`);
    });
  await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
  expect(attempts).toBe(3);
});
