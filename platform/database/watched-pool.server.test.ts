import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from "vitest";
import { type BadWay, openBadWay } from "#tests/support/bad-way.ts";
import { isUnreachable } from "./is-unreachable.ts";
import { closeDatabase, openDatabase } from "./open.server.ts";
import { letTakeLong, type Patience, WatchedPool } from "./watched-pool.server.ts";

const short: Patience = { lookEvery: 30, slow: 100, answerWithin: 400, stuck: 60_000 };
const maintenance = () => inject("templateUrl").replace(/\/[^/?]+\?/, "/postgres?");

let way: BadWay;
beforeEach(async () => {
  way = await openBadWay(maintenance());
});
afterEach(() => way.close());

function aPool(patience: Patience, url = way.url, connectionTimeoutMillis = 60_000): WatchedPool {
  const pool = new WatchedPool({ connectionString: url, max: 3, connectionTimeoutMillis, pipeline: true }, patience);
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  onTestFinished(() => pool.end());
  return pool;
}

/** What becomes of a question: its error, or null when it was answered. */
const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => null,
    (error: unknown) => error,
  );

test("a database that falls silent is found out: who waits and who comes later is told that it cannot be reached, until it answers again", async () => {
  const pool = aPool(short);
  await pool.query("select 1");
  way.goSilent();
  // Three have a connection, the others wait for one.
  const failures = await Promise.all(Array.from({ length: 6 }, () => failureOf(pool.query("select 1"))));
  expect(failures.map(isUnreachable)).toEqual(failures.map(() => true));
  expect(await failureOf(pool.query("select 1"))).toMatchObject({ message: "the database does not answer" });
  expect(await failureOf(pool.connect())).toMatchObject({ message: "the database does not answer" });

  way.goOn();
  await vi.waitFor(async () => expect((await pool.query("select 7 as it")).rows).toEqual([{ it: 7 }]), { timeout: 10_000 });
});

test("a silent database is found out where no connection is open yet, too", async () => {
  way.goSilent();
  expect(isUnreachable(await failureOf(aPool(short).query("select 1")))).toBe(true);
});

test("who was told so while waiting for a connection is not told again when the wait for it ends", async () => {
  const [pool, unheard] = [aPool(short, way.url, 1_500), vi.fn()];
  process.on("uncaughtException", unheard);
  onTestFinished(() => void process.off("uncaughtException", unheard));
  way.goSilent();
  await Promise.all(Array.from({ length: 6 }, () => failureOf(pool.query("select 1"))));
  await wait(2_000);
  expect(unheard).not.toHaveBeenCalled();
});

test("a database that is only slow is left alone", async () => {
  const pool = aPool({ ...short, answerWithin: 10_000 });
  expect((await pool.query("select 7 as it from pg_sleep(1)")).rows).toEqual([{ it: 7 }]);
});

test("a process whose database answered slowly ends when its work does, however long it would have waited for the answer", async () => {
  const file = join(import.meta.dirname, "watched-pool.server.ts");
  const source = `const { WatchedPool } = await import(${JSON.stringify(file)});
    const pool = new WatchedPool({ connectionString: process.env.WAY, max: 1 }, ${JSON.stringify({ ...short, answerWithin: 60_000 })});
    await pool.query("select from pg_sleep(1)");
    await pool.end();
    console.log("over");`;
  const env = { ...process.env, WAY: way.url };
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  expect(await Promise.race([once(child, "exit"), wait(10_000, "still there", { ref: false })])).toEqual([0, null]);
});

test("one connection that says nothing for long is given up, though the database answers others; one that may take long is not", async () => {
  const pool = aPool({ ...short, answerWithin: 10_000, stuck: 500 });
  const patient = await pool.connect();
  await letTakeLong(patient);
  const allowed = patient.query("select 7 as it from pg_sleep(2)");
  expect(isUnreachable(await failureOf(pool.query("select from pg_sleep(60)")))).toBe(true);
  expect((await allowed).rows).toEqual([{ it: 7 }]);
  patient.release(true);
});

test("a process that was itself held up takes nobody for dead whose answer it has not read yet", async () => {
  const pool = aPool({ ...short, slow: 500, answerWithin: 10_000, stuck: 1_500 });
  await pool.query("select 1");
  const asking = failureOf(pool.query("select from pg_sleep(0.2)"));
  // Timers that are due come before anything is read: the pool looks before it has seen the answer.
  await new Promise<void>((goOn) =>
    setTimeout(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
      goOn();
    }, 100),
  );
  expect(await asking).toBeNull();
});

test("where nobody waits for an answer a database may say nothing for as long as a busy disk needs", { timeout: 30_000 }, async () => {
  const [inAShop, inACommand] = [openDatabase(way.url), openDatabase(way.url, { forNobody: true })];
  onTestFinished(async () => void (await Promise.all([inAShop, inACommand].map(closeDatabase))));
  const ask = (db: typeof inAShop) => failureOf(db.$client.query("select 1"));
  expect(await Promise.all([inAShop, inACommand].map(ask))).toEqual([null, null]);
  way.goSilent();
  const [shops, commands] = [ask(inAShop), ask(inACommand)];
  expect(isUnreachable(await shops)).toBe(true);
  way.goOn();
  expect(await commands).toBeNull();
});

test("what a frozen process holds is free after a while: the database ends its transaction, and nobody waits for a lock for ever", async () => {
  const db = openDatabase(maintenance());
  onTestFinished(() => closeDatabase(db));
  const told = async (name: string) => (await db.$client.query(`select current_setting('${name}') as it`)).rows[0].it;
  expect([await told("idle_in_transaction_session_timeout"), await told("lock_timeout")]).toEqual(["10s", "15s"]);

  const [holder, waiter] = [new Client({ connectionString: maintenance() }), new Client({ connectionString: maintenance() })];
  for (const client of [holder, waiter]) {
    client.on("error", () => {});
    await client.connect();
    onTestFinished(() => client.end());
  }
  await holder.query("select pg_advisory_lock(4711)");
  await waiter.query("set lock_timeout = 50");
  expect(isUnreachable(await failureOf(waiter.query("select pg_advisory_lock(4711)")))).toBe(true);
});
