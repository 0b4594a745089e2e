import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readlink, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { databasePid, isAlive, sendSignal } from "#tests/support/processes/processes.ts";
import { AlreadyRunning, openEmbedded } from "./embedded.server.ts";

/** A data folder that root's PostgreSQL may enter, as the shop creates it. */
async function aDataFolder(name = "trackside-embedded-"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), name));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Most tests share one database, because creating one takes a second. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-embedded-"));
  await chmod(folder, 0o711);
  await (await openEmbedded(folder)).close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function ask<T extends Record<string, unknown>>(url: string, question: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<T>(question)).rows;
  } finally {
    await client.end();
  }
}

test("what was stored is there after a stop and a start, and nothing is left running", async () => {
  const folder = await aDataFolder();
  const first = await openEmbedded(folder);
  expect(first.isNew).toBe(true);
  await ask(first.url, "create table words as select 'kept' as word");
  const pid = await databasePid(folder);
  await first.close();
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(join(folder, "socket"))).toBe(false);

  const second = await openEmbedded(folder);
  onTestFinished(second.close);
  expect(second.isNew).toBe(false);
  expect(await ask(second.url, "select word from words")).toEqual([{ word: "kept" }]);
});

test("it writes everything down, keeps UTC, listens on no network and lets nobody in without the password", async () => {
  const embedded = await openEmbedded(folder);
  onTestFinished(embedded.close);

  const settings = await ask(
    embedded.url,
    "select current_setting('fsync') as fsync, current_setting('timezone') as timezone, current_setting('listen_addresses') as addresses, current_setting('password_encryption') as password",
  );
  expect(settings).toEqual([{ fsync: "on", timezone: "UTC", addresses: "", password: "scram-sha-256" }]);
  expect((await stat(join(folder, "socket"))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "database-password"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "database"))).mode & 0o777).toBe(0o700);
  await expect(ask(embedded.url.replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toThrow("password");
});

test("the role of the shop comes in beside the owner, owns nothing and shapes nothing; a cluster of before gets it", async () => {
  const before = await openEmbedded(folder);
  await ask(before.url, "drop role trackside_shop");
  await before.close();
  await rm(join(folder, "database-shop-password"));

  const embedded = await openEmbedded(folder);
  onTestFinished(embedded.close);
  expect(
    await ask(
      embedded.shopUrl,
      "select current_user::text as me, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user",
    ),
  ).toEqual([{ me: "trackside_shop", rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false }]);
  expect((await stat(join(folder, "database-shop-password"))).mode & 0o777).toBe(0o600);
  await expect(ask(embedded.shopUrl, "create table mine (word text)")).rejects.toThrow("permission denied");
  const second = await openEmbedded(folder).catch((error) => error);
  expect(second.shopUrl).toBe(embedded.shopUrl);
});

test("the second on the same folder learns where the first answers, and leaves it alone", async () => {
  const first = await openEmbedded(folder);
  onTestFinished(first.close);
  await first.recordAddress("http://localhost:4101");

  const second = await openEmbedded(folder).catch((error) => error);

  expect(second).toBeInstanceOf(AlreadyRunning);
  expect(second.message).toContain("already running at http://localhost:4101");
  expect(await ask(first.url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await ask(second.url, "select 2 as two")).toEqual([{ two: 2 }]);
});

test("of four that start at the same moment one wins", async () => {
  const folder = await aDataFolder();
  const starts = await Promise.allSettled([1, 2, 3, 4].map(() => openEmbedded(folder)));
  const winners = starts.filter((start) => start.status === "fulfilled").map((start) => start.value);
  for (const winner of winners) onTestFinished(winner.close);

  expect(winners).toHaveLength(1);
  const refusals = starts.filter((start) => start.status === "rejected").map((start) => start.reason);
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(AlreadyRunning);
});

/** Opens the database in a process of its own, which runs until it is killed. */
async function openElsewhere(folder: string): Promise<{ kill(): Promise<void> }> {
  const file = join(import.meta.dirname, "embedded.server.ts");
  const source = `const { openEmbedded } = await import(${JSON.stringify(file)}); await openEmbedded(${JSON.stringify(folder)}); console.log("open"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return {
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

test("PostgreSQL stops by itself when its shop is killed", async () => {
  const elsewhere = await openElsewhere(folder);
  const pid = await databasePid(folder);
  await elsewhere.kill();
  for (let waited = 0; waited < 5_000 && isAlive(pid); waited += 50) await wait(50);
  expect(isAlive(pid)).toBe(false);
});

test("after the shop was killed the next start takes over, whatever was left running", async () => {
  const elsewhere = await openElsewhere(folder);
  const pid = await databasePid(folder);
  // A stopped PostgreSQL does not notice that its shop has died: the worst kind of orphan.
  sendSignal(pid, "SIGSTOP");
  await elsewhere.kill();
  setTimeout(() => sendSignal(pid, "SIGCONT"), 300);

  const said: string[] = [];
  const next = await openEmbedded(folder, { say: (line) => said.push(line) });
  onTestFinished(next.close);

  expect(said.join()).toContain("left running by a crash");
  expect(await databasePid(folder)).not.toBe(pid);
  expect(await ask(next.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a process number that was left behind and now is somebody else's is not taken for PostgreSQL", async () => {
  await writeFile(join(folder, "database/postmaster.pid"), `${process.pid}\n${folder}/database\n0\n5432\n\n\n0 0\nready\n`);

  const next = await openEmbedded(folder);
  onTestFinished(next.close);
  expect(await ask(next.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("PostgreSQL is started again when it dies while the shop runs", async () => {
  const embedded = await openEmbedded(folder);
  onTestFinished(embedded.close);
  const pid = await databasePid(folder);
  sendSignal(pid, "SIGQUIT");

  const deadline = Date.now() + 10_000;
  let answer: unknown = null;
  while (answer === null && Date.now() < deadline) {
    await wait(100);
    answer = isAlive(pid) ? null : await ask(embedded.url, "select 1 as one").catch(() => null);
  }
  expect(answer).toEqual([{ one: 1 }]);
  expect(await openFilesNamed("database.log")).toEqual([]);
});

/** The files that this process has open, if the system tells: a leak of one per start adds up. */
async function openFilesNamed(name: string): Promise<string[]> {
  const numbers = await readdir("/proc/self/fd").catch(() => []);
  const files = await Promise.all(numbers.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  return files.filter((file) => file.endsWith(name));
}

test("a data folder whose path is too long for a socket works all the same", async () => {
  const folder = join(await aDataFolder(), "a-long-name-for-a-folder-".repeat(8));
  const embedded = await openEmbedded(folder);
  onTestFinished(embedded.close);
  expect(await ask(embedded.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a creation that was interrupted before the shop's database was there is finished", async () => {
  const folder = await aDataFolder();
  const first = await openEmbedded(folder);
  const elsewhere = first.url.replace("/trackside?", "/postgres?");
  await ask(elsewhere, "drop database trackside");
  await first.close();
  await writeFile(join(folder, "database.empty"), "");

  const again = await openEmbedded(folder);
  onTestFinished(again.close);
  expect(await ask(again.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await expect(stat(join(folder, "database.empty"))).rejects.toThrow("ENOENT");
});

test("an interrupted creation is begun again", async () => {
  const folder = await aDataFolder();
  await mkdir(join(folder, "database.unfinished"));
  await writeFile(join(folder, "database.unfinished/PG_VERSION"), "18");
  const embedded = await openEmbedded(folder);
  onTestFinished(embedded.close);
  expect(embedded.isNew).toBe(true);
});
