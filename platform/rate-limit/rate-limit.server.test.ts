import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { openBadWay } from "#tests/support/database/unresponsive-proxy.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { isTimeout } from "../database/is-unreachable.ts";
import { closeDatabase, openDatabase } from "../database/open.server.ts";
import { countAttempts, sweepRateLimits, takeBackAttempts } from "./rate-limit.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const windowMs = 60_000;
const rows = async () => (await shop.services.db.$client.query<{ who: Buffer; count: number }>("select who, count from rate_limits")).rows;

test("as many attempts as the limit pass, the next has to wait until the window is over, and then it starts over", async () => {
  const start = new Date("2026-11-21T10:00:00Z");
  shop.setNow(start);
  const limit = [{ who: "one", most: 3, windowMs }];
  for (let n = 0; n < 3; n += 1) expect(await countAttempts(shop.services, limit)).toBeNull();
  shop.setNow(new Date(start.getTime() + 20_000));
  expect(await countAttempts(shop.services, limit)).toBe(40_000);
  shop.setNow(new Date(start.getTime() + windowMs));
  expect(await countAttempts(shop.services, limit)).toBeNull();
});

test("a clock that is set back makes nobody wait longer than a window, in this process and in others", async () => {
  const other = openDatabase(shop.databaseUrl, { max: 2 });
  const otherProcess = anotherProcess(shop.services, other);
  const start = new Date("2026-11-21T12:00:00Z");
  const limit = [{ who: "set back", most: 1, windowMs }];
  shop.setNow(start);
  await countAttempts(shop.services, limit);
  expect(await countAttempts(shop.services, limit)).toBe(windowMs);

  shop.setNow(new Date(start.getTime() - 60 * 60_000));
  expect(await countAttempts(otherProcess, limit)).toBeNull();
  expect(await countAttempts(otherProcess, limit)).toBe(windowMs);
  expect(await countAttempts(shop.services, limit)).toBe(windowMs);
  shop.setNow(new Date(start.getTime() - 59 * 60_000));
  expect(await countAttempts(shop.services, limit)).toBeNull();
  await closeDatabase(other);
});

test("clocks of two servers that are some seconds apart give nobody a second window", async () => {
  const start = new Date("2026-11-21T12:00:00Z");
  const limit = [{ who: "apart", most: 1, windowMs }];
  shop.setNow(start);
  await countAttempts(shop.services, limit);
  shop.setNow(new Date(start.getTime() - 5_000));
  expect(await countAttempts(shop.services, limit)).toBe(windowMs);
});

test("two processes count together, also when all come at once", async () => {
  const other = openDatabase(shop.databaseUrl, { max: 4 });
  const otherProcess = anotherProcess(shop.services, other);
  const limit = [{ who: "two", most: 7, windowMs }];
  const attempts = Array.from({ length: 20 }, (_, n) => countAttempts(n % 2 ? shop.services : otherProcess, limit));
  expect((await Promise.all(attempts)).filter((wait) => wait === null)).toHaveLength(7);
  await closeDatabase(other);
});

test("several limits at once, named in any order, never wait for each other for ever", async () => {
  const limits = ["a", "b", "c", "d"].map((who) => ({ who, most: 1_000, windowMs }));
  const turned = limits.toReversed();
  const attempts = Array.from({ length: 40 }, (_, n) => countAttempts(shop.services, n % 2 ? limits : turned));
  expect((await Promise.all(attempts)).every((wait) => wait === null)).toBe(true);
  await Promise.all(limits.map(() => takeBackAttempts(shop.services, turned)));
});

test("who has to wait costs no query until then, and a higher limit lets go at once", async () => {
  const limit = { who: "waiting", most: 1, windowMs };
  await countAttempts(shop.services, [limit]);
  const { statements } = await countQueries(shop, async (services) => {
    expect(await countAttempts(services, [limit])).toBeGreaterThan(0);
    for (let n = 0; n < 50; n += 1) expect(await countAttempts(services, [limit])).toBeGreaterThan(0);
  });
  expect(statements).toBe(1);
  expect(await countAttempts(shop.services, [{ ...limit, most: 100 }])).toBeNull();
});

test("an attempt that was taken back does not count, and 0 is no limit and no query", async () => {
  const limit = { who: "right", most: 2, windowMs };
  for (let n = 0; n < 5; n += 1) {
    expect(await countAttempts(shop.services, [limit])).toBeNull();
    await takeBackAttempts(shop.services, [limit]);
  }
  const { statements } = await countQueries(shop, async (services) => {
    expect(await countAttempts(services, [{ ...limit, most: 0 }])).toBeNull();
    await takeBackAttempts(services, [{ ...limit, most: 0 }]);
  });
  expect(statements).toBe(0);
});

test("while the database is away nobody has to wait here", async () => {
  const away = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
  expect(await countAttempts({ ...shop.services, db: away }, [{ who: "away", most: 1, windowMs }])).toBeNull();
  await takeBackAttempts({ ...shop.services, db: away }, [{ who: "away", most: 1, windowMs }]);
  await closeDatabase(away);
});

test("a database that cannot count, but could answer otherwise, permits no attempt", async () => {
  const limit = [{ who: "full", most: 1, windowMs }];
  for (const code of ["53100", "25006", "55P03"]) {
    const query = () => Promise.reject(Object.assign(new Error("could not extend file"), { code }));
    const db = { $client: { query } } as unknown as typeof shop.services.db;
    await expect(countAttempts({ ...shop.services, db }, limit)).rejects.toMatchObject({ code });
  }
});

test("a database that does not answer in time permits no attempt, so that nobody waits for it twice", { timeout: 30_000 }, async () => {
  const way = await openBadWay(shop.databaseUrl);
  const unresponsive = openDatabase(way.url);
  way.stopResponding();
  const counted = countAttempts({ ...shop.services, db: unresponsive }, [{ who: "silent", most: 1, windowMs }]);
  await expect(counted).rejects.toSatisfy(isTimeout);
  await closeDatabase(unresponsive);
  await way.close();
});

test("nobody can read who attempted what, and expired counts are removed", async () => {
  await countAttempts(shop.services, [{ who: "look-up 203.0.113.9", most: 5, windowMs }]);
  const before = await rows();
  expect(before.length).toBeGreaterThan(0);
  for (const { who } of before) expect(who).toHaveLength(16);
  expect(before.map(({ who }) => who.toString("latin1")).join()).not.toContain("203.0.113");
  shop.setNow(new Date(Date.now() + 2 * windowMs));
  expect(await sweepRateLimits(shop.services)).toBe(before.length);
  expect(await rows()).toEqual([]);
});

test("the counts are stored where a crash may lose them, so that an attempt writes nothing to the log of the database", async () => {
  const { rows: tables } = await shop.services.db.$client.query(
    "select relpersistence as kind from pg_class where relname = 'rate_limits'",
  );
  expect(tables).toEqual([{ kind: "u" }]);
});
