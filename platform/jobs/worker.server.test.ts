import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#platform/database/open.server.ts";
import { openLog } from "#platform/log.server.ts";
import { openBadWay } from "#tests/support/database/unresponsive-proxy.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { usualPulse } from "./heartbeat.server.ts";
import { jobs } from "./jobs.server.ts";
import { openWorker, type Task, type TaskGroup } from "./worker.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.services.db.$client.query("delete from graphile_worker._private_jobs; delete from job_workers"));
afterAll(() => shop.close());

/** Longer than a busy machine may keep a living worker from its next beat. */
const pulse = { everyMs: 50, deadAfterMs: 1_500 };

function working(groups: TaskGroup[], db: Database = shop.services.db) {
  const worker = openWorker({ db, log: shop.services.log }, groups, { pollMs: 50, pulse });
  onTestFinished(() => worker.close(0));
  return worker;
}

function one(task: Task): TaskGroup[] {
  return [{ tasks: { look: task }, atOnce: 1 }];
}

const locked = async () =>
  (await shop.services.db.$client.query("select locked_by from graphile_worker.jobs where locked_by is not null")).rows;

/**
 * Simulates that the process doing the job was killed: the lock belongs to a worker that is gone.
 */
async function aJobOfADeadWorker(key: string): Promise<void> {
  await jobs.add(shop.services.db, { task: "look", payload: { word: key }, key, queue: "one after the other" });
  const lock = "set locked_by = 'pool-of-the-dead', locked_at = now()";
  await shop.services.db.$client.query(`update graphile_worker._private_jobs ${lock} where key = '${key}'`);
  await shop.services.db.$client.query(`update graphile_worker._private_job_queues ${lock}`);
}

test("a job of a worker that is dead is done by another within a minute, with what stood behind it in its queue", async () => {
  expect(usualPulse.deadAfterMs + 2 * usualPulse.everyMs).toBeLessThan(60_000);
  await aJobOfADeadWorker("held");
  await jobs.add(shop.services.db, { task: "look", payload: { word: "behind" }, queue: "one after the other" });
  const done: string[] = [];
  const began = performance.now();
  working(one(async ({ word = "" }) => void done.push(word)));
  await expect.poll(() => done, { timeout: 10_000 }).toHaveLength(2);
  expect(performance.now() - began).toBeGreaterThan(pulse.deadAfterMs * 0.8);
  expect(done.sort()).toEqual(["behind", "held"]);
});

test("a group that looks for delayed jobs more often than the others does so", async () => {
  const done: string[] = [];
  const groups = one(async ({ word = "" }) => void done.push(word)).map((group) => ({ ...group, pollMs: 50 }));
  const worker = openWorker({ db: shop.services.db, log: shop.services.log }, groups, { pollMs: 3_600_000, pulse });
  onTestFinished(() => worker.close(0));
  await jobs.add(shop.services.db, { task: "look", payload: { word: "now" } });
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(["now"]);
  await jobs.add(shop.services.db, { task: "look", payload: { word: "later" }, delayMs: 300 });
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(["now", "later"]);
});

test("a job of a worker that is alive stays with it however long it takes, and one worker of two does each job once", async () => {
  const done: string[] = [];
  const slow = async ({ word = "" }) => {
    await wait(3 * pulse.deadAfterMs);
    done.push(word);
  };
  working(one(slow));
  working(one(slow));
  await jobs.add(shop.services.db, { task: "look", payload: { word: "long" }, key: "long" });
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(["long"]);
  await wait(2 * pulse.deadAfterMs);
  expect(done).toEqual(["long"]);
});

test("while the database does not answer nobody dies of it: the job goes on in the process that has it", async () => {
  const way = await openBadWay(shop.shopUrl);
  onTestFinished(() => way.close());
  const dbs = [way.url, way.url].map((url) => openDatabase(url, { max: 5 }));
  onTestFinished(() => Promise.all(dbs.map(closeDatabase)).then(() => {}));
  const done: string[] = [];
  const slow = async ({ word = "" }) => {
    await wait(6 * pulse.deadAfterMs);
    done.push(word);
  };
  for (const db of dbs) working(one(slow), db);
  await wait(3 * pulse.deadAfterMs);
  await jobs.add(shop.services.db, { task: "look", payload: { word: "once" }, key: "once" });
  await expect.poll(locked, { timeout: 5_000 }).toHaveLength(1);
  way.stopResponding();
  await wait(2 * pulse.deadAfterMs);
  way.goOn();
  await expect.poll(() => done, { timeout: 20 * pulse.deadAfterMs }).toEqual(["once"]);
  await wait(2 * pulse.deadAfterMs);
  expect(done).toEqual(["once"]);
});

test("a worker whose first statement fails takes jobs as soon as the database answers", async () => {
  const owner = openDatabase(shop.databaseUrl, { max: 1 });
  onTestFinished(() => closeDatabase(owner));
  // A sequence counts on although the statement is rolled back.
  await owner.$client.query(`create sequence asked; grant usage on sequence asked to public;
    create function away() returns trigger language plpgsql as 'begin perform nextval(''asked''); raise exception ''away''; end';
    create trigger away before insert on graphile_worker._private_tasks for each statement execute function away()`);
  const done: string[] = [];
  working(one(async ({ word = "" }) => void done.push(word)));
  const asked = async () => (await owner.$client.query("select is_called from asked")).rows[0].is_called;
  await expect.poll(asked, { timeout: 10_000 }).toBe(true);
  await owner.$client.query("drop function away cascade");
  await jobs.add(shop.services.db, { task: "look", payload: { word: "late" } });
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(["late"]);
});

test("a hanging job in one group does not block another group", async () => {
  const done: string[] = [];
  working([
    { tasks: { hang: () => new Promise(() => {}) }, atOnce: 2 },
    { tasks: { look: async ({ word = "" }) => void done.push(word) }, atOnce: 1 },
  ]);
  for (let n = 0; n < 3; n += 1) await jobs.add(shop.services.db, { task: "hang" });
  await expect.poll(locked, { timeout: 5_000 }).toHaveLength(2);
  for (const word of ["one", "two", "three"]) await jobs.add(shop.services.db, { task: "look", payload: { word } });
  await expect.poll(() => done.length, { timeout: 10_000 }).toBe(3);
});

test("more jobs run at once than the workers have connections, without a warning, and none waits for another", async () => {
  const lines: string[] = [];
  const log = openLog("warn", (line) => void lines.push(line));
  const db = openDatabase(shop.shopUrl, { max: 3 });
  onTestFinished(() => closeDatabase(db));
  const done: string[] = [];
  let running = 0;
  let goOn = () => {};
  const all = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const task: Task = async ({ word = "" }) => {
    running += 1;
    await all;
    done.push(word);
  };
  const worker = openWorker({ db, log }, [{ tasks: { look: task }, atOnce: 24 }], { pollMs: 50, pulse });
  onTestFinished(() => worker.close(0));
  for (let n = 0; n < 24; n += 1) await jobs.add(shop.services.db, { task: "look", payload: { word: String(n) } });
  await expect.poll(() => running, { timeout: 10_000 }).toBe(24);
  goOn();
  await expect.poll(() => locked().then(({ length }) => length), { timeout: 10_000 }).toBe(0);
  expect(new Set(done).size).toBe(24);
  expect(lines).toEqual([]);
});

test("a task comes by itself at its time, also when it was missed, and once for several processes", async () => {
  const { $client } = shop.services.db;
  await $client.query("delete from graphile_worker._private_known_crontabs");
  const missed = "insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ('look', $1, $1)";
  await $client.query(missed, [new Date(Date.now() - 3_600_000)]);
  const done: string[] = [];
  const cron = [{ task: "look", match: "*/5 * * * *", options: { backfillPeriod: 600_000, jobKey: "look", maxAttempts: 1 } }];
  const group: TaskGroup = { tasks: { look: async () => void done.push("looked") }, atOnce: 1, cron };
  working([group]);
  working([group]);
  await expect.poll(() => done.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await wait(500);
  expect(done.length).toBeLessThanOrEqual(2);
});

test("a worker that is closed leaves at once what hangs, for others to do", async () => {
  const worker = working(one(() => new Promise(() => {})));
  await jobs.add(shop.services.db, { task: "look", key: "hanging" });
  await expect.poll(locked, { timeout: 5_000 }).toHaveLength(1);
  await worker.close(100);
  await expect.poll(locked, { timeout: 5_000 }).toEqual([]);
});
