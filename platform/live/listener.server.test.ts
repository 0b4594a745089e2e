import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { closeDatabase, type Database, openDatabase } from "#platform/database/open.server.ts";
import { openLog } from "#platform/log.server.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { soon } from "#tests/support/soon.ts";
import { announce } from "./announce.server.ts";
import { type Listener, openListener } from "./listener.server.ts";

let shop: TestShop;
let db: Database;
let here: Listener;
let there: Listener;

beforeAll(async () => {
  shop = await openTestShop();
  db = openDatabase(shop.databaseUrl, { max: 2 });
  here = await openListener(shop.databaseUrl, openLog("silent"));
  there = await openListener(shop.databaseUrl, openLog("silent"));
});

afterAll(async () => {
  await here.close();
  await there.close();
  await closeDatabase(db);
  await shop.close();
});

test("[S4.7] two processes on one database both learn of a change, on its commit and not before", async () => {
  const onChangeHere = vi.fn();
  const onChangeThere = vi.fn();
  here.follow("order:REQ-1", onChangeHere);
  there.follow("order:REQ-1", onChangeThere);

  await inTransaction(db, async (tx) => {
    await announce(tx, "order:REQ-1", "stock");
    await db.execute(sql`select pg_sleep(0.1)`);
    expect(onChangeHere).not.toHaveBeenCalled();
  });

  await vi.waitFor(() => expect(onChangeHere).toHaveBeenCalledTimes(1), soon);
  await vi.waitFor(() => expect(onChangeThere).toHaveBeenCalledTimes(1), soon);
});

test("[S4.7] a change that is rolled back is never announced", async () => {
  const onChange = vi.fn();
  const marker = vi.fn();
  here.follow("rolled back", onChange);
  here.follow("marker", marker);

  await inTransaction(db, async (tx) => {
    await announce(tx, "rolled back");
    throw new Error("no");
  }).catch(() => {});
  await inTransaction(db, (tx) => announce(tx, "marker"));

  await vi.waitFor(() => expect(marker).toHaveBeenCalled(), soon);
  expect(onChange).not.toHaveBeenCalled();
});

test("[S4.7] a broken connection comes back by itself and every follower is called once for what was missed", async () => {
  const first = vi.fn();
  const second = vi.fn();
  there.follow("missed", first);
  const stop = there.follow("quiet", second);

  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'trackside live'`,
  );
  await inTransaction(db, (tx) => announce(tx, "missed"));

  await vi.waitFor(() => expect(first).toHaveBeenCalledTimes(1), { timeout: 5_000 });
  expect(second).toHaveBeenCalledTimes(1);

  stop();
  await inTransaction(db, (tx) => announce(tx, "missed", "quiet"));
  await vi.waitFor(() => expect(first).toHaveBeenCalledTimes(2), soon);
  expect(second).toHaveBeenCalledTimes(1);
});

test("[S4.7] no data travels with an announcement: the topic is all there is", async () => {
  const onChange: unknown[][] = [];
  here.follow("stock", (...words: unknown[]) => onChange.push(words));
  await inTransaction(db, (tx) => announce(tx, "stock"));
  await vi.waitFor(() => expect(onChange).toEqual([[]]), soon);
});
