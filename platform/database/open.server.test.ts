import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { test as base, inject, vi } from "vitest";
import { type BadWay, openBadWay } from "#tests/support/database/unresponsive-proxy.ts";
import { soon } from "#tests/support/soon.ts";
import { inTransaction } from "./in-transaction.server.ts";
import { isUnreachable } from "./is-unreachable.ts";
import { letTakeLong } from "./lift-timeouts.server.ts";
import { closeDatabase, type Database, openDatabase, type Reading } from "./open.server.ts";

vi.setConfig({ testTimeout: 60_000 });

const FAILS_WITHIN_MS = 10_000;
const maintenance = () => inject("templateUrl").replace(/\/[^/?]+\?/, "/postgres?");

type Given = {
  way: BadWay;
  aDatabase(url?: string, options?: Parameters<typeof openDatabase>[1]): Database;
  /** The rejections that nobody has handled since the test began. */
  unhandled: unknown[];
};

/** Each test has a proxy of its own, because those that only wait run side by side. */
const test = base.extend<Given>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads needs from it.
  way: async ({}, use) => {
    const way = await openBadWay(maintenance());
    await use(way);
    await way.close();
  },
  aDatabase: async ({ way }, use) => {
    const opened: Database[] = [];
    await use((url = way.url, options = {}) => {
      const db = openDatabase(url, options);
      opened.push(db);
      return db;
    });
    way.goOn();
    await Promise.all(opened.map(closeDatabase));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads needs from it.
  unhandled: async ({}, use) => {
    const unhandled: unknown[] = [];
    const add = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", add);
    await use(unhandled);
    process.off("unhandledRejection", add);
  },
});

/** The error of some work, or null if it succeeded. */
const failureOf = (working: PromiseLike<unknown>) =>
  Promise.resolve(working).then(
    () => null,
    (error: unknown) => error,
  );

/** The kinds of queries a request makes: a pool's query, Drizzle's select, a transaction. */
const queries: ((db: Database) => PromiseLike<unknown>)[] = [
  (db) => db.$client.query("select 1"),
  (db) => db.select({ one: sql`1` }).from(sql`(values (1)) as one`),
  (db) => inTransaction(db, (tx) => tx.execute(sql`select 1`)),
];
const askedBy = (db: Database, requests: number) =>
  Promise.all(Array.from({ length: requests }, (_, n) => failureOf((queries[n % queries.length] as (typeof queries)[0])(db))));

test("a prepared query is built once, and takes the values of each call", async ({ expect, aDatabase }) => {
  const db = aDatabase(maintenance(), { max: 1 });
  let built = 0;
  const double = (value: number) =>
    db
      .prepared("double", (db) => {
        built += 1;
        return db.select({ double: sql<number>`${sql.placeholder("value")}::integer * 2` }).from(sql`(values (1)) as one`);
      })
      .execute({ value });
  expect([await double(1), await double(2)]).toEqual([[{ double: 2 }], [{ double: 4 }]]);
  expect(built).toBe(1);
  const { rows } = await db.$client.query("select name from pg_prepared_statements");
  expect(rows).toEqual([{ name: "double" }]);
});

const doubled = (db: Pick<Database, "prepared">, value: number) =>
  db
    .prepared("double", (db) => db.select({ double: sql<number>`${sql.placeholder("value")}::integer * 2` }).from(sql`(values (1)) as one`))
    .execute({ value });
const backendOf = async (db: Pick<Reading, "$client">): Promise<number> =>
  (await db.$client.query("select pg_backend_pid() as pid")).rows[0].pid;

test("queries that are sent together each get their own answer, over one connection that the next ones use, too", async ({
  expect,
  aDatabase,
}) => {
  const db = aDatabase(maintenance(), { max: 1 });
  for (const first of [1, 10]) {
    const answers = await db.together((db) =>
      Promise.all([
        doubled(db, first),
        db.$client.query("select 'plain' as kind"),
        db.select({ value: sql`${first}::integer + 1` }).from(sql`(values (1)) as one`),
        doubled(db, first + 1),
      ]),
    );
    expect(answers).toMatchObject([
      [{ double: first * 2 }],
      { rows: [{ kind: "plain" }] },
      [{ value: first + 1 }],
      [{ double: first * 2 + 2 }],
    ]);
  }
  expect(await db.together(backendOf)).toBe(await backendOf(db));
});

test.for([
  { which: "first", texts: ["select 1 / 0", "select 1"] },
  { which: "last", texts: ["select 1", "select 1 / 0"] },
])(
  "the $which of the queries that are sent together fails: the others go on, their connection is closed, and no rejection is unhandled",
  async ({ texts: [first = "", last = ""] }, { expect, aDatabase, unhandled }) => {
    const db = aDatabase(maintenance(), { max: 1 });
    const before = await backendOf(db);
    const slow: string[] = [];
    const failure = await failureOf(
      db.together((db) => {
        const readSlowly = async () => {
          await db.$client.query("select pg_sleep(0.1)");
          slow.push("read");
          // If the connection is returned by now, this fails, and nobody waits for it any more.
          await doubled(db, 1);
        };
        return Promise.all([db.$client.query(first), readSlowly(), readSlowly(), db.$client.query(last)]);
      }),
    );
    expect(failure).toMatchObject({ code: "22012" });
    expect(await backendOf(db)).not.toBe(before);
    expect(await db.together((db) => doubled(db, 4))).toEqual([{ double: 8 }]);
    await vi.waitFor(() => expect(slow).toEqual(["read", "read"]), soon);
    await wait(50);
    expect(unhandled).toEqual([]);
  },
);

test.concurrent("one of the queries that are sent together takes too long: it fails in time, and the next ones get another connection", async ({
  expect,
  aDatabase,
  unhandled,
}) => {
  const db = aDatabase(maintenance(), { max: 1 });
  const before = await backendOf(db);
  const askedAt = performance.now();
  const failure = await failureOf(
    db.together((db) => Promise.all([doubled(db, 1), db.$client.query("select pg_sleep(60)"), doubled(db, 2), doubled(db, 3)])),
  );
  expect(performance.now() - askedAt).toBeLessThan(FAILS_WITHIN_MS);
  expect(failure).toMatchObject({ code: "57014" });
  expect(isUnreachable(failure)).toBe(true);
  expect(await backendOf(db)).not.toBe(before);
  expect(unhandled).toEqual([]);
});

test.concurrent("a database becomes unresponsive before it answers queries that were sent together: they fail in time, and the next ones are answered", async ({
  expect,
  way,
  aDatabase,
  unhandled,
}) => {
  const db = aDatabase(way.url, { max: 1 });
  await db.$client.query("select 1");
  way.stopResponding();
  const askedAt = performance.now();
  const failure = await failureOf(db.together((db) => Promise.all([doubled(db, 1), doubled(db, 2), db.$client.query("select 1")])));
  expect(performance.now() - askedAt).toBeLessThan(FAILS_WITHIN_MS);
  expect(isUnreachable(failure)).toBe(true);
  way.goOn();
  expect(await db.together((db) => doubled(db, 4))).toEqual([{ double: 8 }]);
  expect(unhandled).toEqual([]);
});

test.concurrent("a read that throws before it sends a query returns its connection", async ({ expect, aDatabase }) => {
  const db = aDatabase(maintenance(), { max: 1 });
  const read = () => {
    throw new Error("nothing was sent");
  };
  for (let n = 0; n < 3; n += 1) expect(await failureOf(db.together(read))).toMatchObject({ message: "nothing was sent" });
  expect(await db.together((db) => doubled(db, 4))).toEqual([{ double: 8 }]);
});

test.concurrent("a database becomes unresponsive: every request fails within 10 s, also one that waits for a connection, and 20 at once succeed when it answers again", async ({
  expect,
  way,
  aDatabase,
}) => {
  const db = aDatabase();
  expect(await askedBy(db, 20)).toEqual(Array(20).fill(null));
  way.stopResponding();
  const askedAt = performance.now();
  // 20 queries have a connection, the others wait for one.
  const failures = await askedBy(db, 40);
  expect(performance.now() - askedAt).toBeLessThan(FAILS_WITHIN_MS);
  expect(failures.map(isUnreachable)).toEqual(Array(40).fill(true));

  way.goOn();
  expect(await askedBy(db, 20)).toEqual(Array(20).fill(null));
});

test.concurrent("a transaction in which the database becomes unresponsive fails in time, and no later one gets its connection", async ({
  expect,
  way,
  aDatabase,
}) => {
  const db = aDatabase(way.url, { max: 1 });
  const backend = async () => (await db.$client.query("select pg_backend_pid() as pid")).rows[0].pid;
  const before = await backend();
  const askedAt = performance.now();
  const failure = await failureOf(
    inTransaction(db, async (tx) => {
      await tx.execute(sql`select 1`);
      way.stopResponding();
      await tx.execute(sql`select 2`);
    }),
  );
  expect(performance.now() - askedAt).toBeLessThan(FAILS_WITHIN_MS);
  expect(failure).toMatchObject({ query: "select 2", cause: { message: "Query read timeout" } });
  expect(isUnreachable(failure)).toBe(true);

  way.goOn();
  expect(await backend()).not.toBe(before);
});

test.concurrent("an unresponsive database is detected where no connection is open yet, too", async ({ expect, way, aDatabase }) => {
  way.stopResponding();
  const askedAt = performance.now();
  expect(isUnreachable(await failureOf(aDatabase().$client.query("select 1")))).toBe(true);
  expect(performance.now() - askedAt).toBeLessThan(FAILS_WITHIN_MS);
});

test.concurrent("a statement that takes too long is ended by the database, and its connection serves the next", async ({
  expect,
  way,
  aDatabase,
}) => {
  const db = aDatabase(way.url, { max: 1 });
  const backend = async () => (await db.select({ pid: sql`pg_backend_pid()` }).from(sql`(values (1)) as one`))[0]?.pid;
  const before = await backend();
  const failure = await failureOf(inTransaction(db, (tx) => tx.execute(sql`select pg_sleep(60)`)));
  expect(failure).toMatchObject({ cause: { code: "57014" } });
  expect(isUnreachable(failure)).toBe(true);
  expect(await backend()).toBe(before);
});

test.concurrent("a long job waits for a database that says nothing for a while, and may take long for a statement", async ({
  expect,
  way,
  aDatabase,
}) => {
  const db = aDatabase(way.url, { forNobody: true });
  await db.$client.query("select 1");
  way.stopResponding();
  const asked = failureOf(db.$client.query("select from pg_sleep(6)"));
  await wait(6_000);
  way.goOn();
  expect(await asked).toBeNull();
});

test.concurrent("what a process holds that says nothing any more is free after a while: others wait that long, and get it", async ({
  expect,
  aDatabase,
}) => {
  const [frozen, other] = [aDatabase(maintenance()), aDatabase(maintenance())];
  const held = await frozen.$client.connect();
  await held.query("begin; select pg_advisory_xact_lock(4711)");
  expect(await failureOf(inTransaction(other, (tx) => tx.execute(sql`select pg_advisory_xact_lock(4711)`)))).toBeNull();
  held.release(true);
});

test.concurrent("a lock that stays taken is waited for in vain no longer than a visitor waits, but by a long job", async ({
  expect,
  aDatabase,
}) => {
  const [db, jobs] = [aDatabase(maintenance()), aDatabase(maintenance(), { forNobody: true })];
  const [holder, waiter] = [await jobs.$client.connect(), await jobs.$client.connect()];
  await letTakeLong(holder);
  await letTakeLong(waiter);
  await holder.query("begin; select pg_advisory_xact_lock(4712)");
  const waited = failureOf(waiter.query("select pg_advisory_lock(4712)"));
  const failure = await failureOf(db.$client.query("select pg_advisory_lock(4712)"));
  expect(failure).toMatchObject({ code: "55P03" });
  expect(isUnreachable(failure)).toBe(true);

  await holder.query("commit");
  expect(await waited).toBeNull();
  for (const client of [holder, waiter]) client.release(true);
});
