import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Log } from "#platform/log.server.ts";
import { type BackupPlace, folderOfBackups } from "#shop/backups/backup-place.server.ts";
import { readBackupStates, recordBackups } from "#shop/backups/backup-state.server.ts";
import { BACKUP_CHECK_EVERY_MS, BACKUP_FIRST_CHECK_MS } from "#shop/backups/constants.ts";
import { openWalArchive } from "#shop/backups/wal/archive-wal.server.ts";
import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import { queueEmail } from "#shop/emails/queue-email.server.ts";
import { SWEEP_EVERY_MS, UNUSED_FILE_STORED_MS } from "#shop/orders/constants.ts";
import { anOwner, aPendingOrder } from "#tests/support/shop/builders.ts";
import { settled } from "#tests/support/shop/settled.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { workingMail as mail } from "#tests/support/shop/working-mail.ts";
import { startChores } from "./chores.ts";
import { HOLDS_CHECKED_EVERY_MS } from "./constants.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("the process's timers cancel a guest's order that waited too long, remove this machine's unused files, and queue emails without a job", async () => {
  const { services } = shop;
  const waiting = await aPendingOrder(shop);
  const { $client } = services.db;
  await services.files.put("nobodys", Buffer.from("x"));
  await queueEmail({ ...services, mail }, services.db, { kind: "contact-message", to: "owner", facts: { messageId: "one" } });
  await $client.query("delete from graphile_worker._private_jobs");
  shop.setNow(new Date(Date.now() + UNUSED_FILE_STORED_MS + 4 * DAY_MS));
  onTestFinished(() => shop.setNow());

  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stop = startChores({ ...services, mail }, []);
  vi.advanceTimersByTime(Math.max(SWEEP_EVERY_MS, HOLDS_CHECKED_EVERY_MS));
  vi.useRealTimers();
  await vi.waitFor(
    async () => {
      expect((await $client.query("select status from orders where id = $1", [waiting.id])).rows).toEqual([{ status: "cancelled" }]);
      expect((await $client.query("select from graphile_worker.jobs where task_identifier = 'send-emails'")).rowCount).toBeGreaterThan(0);
      expect(await services.files.get("nobodys")).toBeNull();
    },
    { timeout: 15_000, interval: 50 },
  );
  await stop();
});

test("the shop makes its first backup soon after the start, and shows the state of the backups on the pages", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "trackside-chores-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db: _, ...source } = shop.services;
  const dir = join(dataDir, "backups");
  const machine = { databaseUrl: shop.databaseUrl, dataDir, passphrase: null, machine: "here", isOnly: true };

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stop = startChores(shop.services, [
    { ...source, ...machine, place: folderOfBackups(dir), secret: { value: TEST_SECRET, isOperators: false } },
  ]);
  vi.advanceTimersByTime(BACKUP_FIRST_CHECK_MS);
  vi.useRealTimers();
  const shown = () => readBackupStates(shop.services, anOwner);
  await vi.waitFor(async () => expect(await shown()).toMatchObject([{ lastGoodAt: expect.any(Date), isOnSameDisk: true }]), {
    timeout: 15_000,
  });
  expect((await readdir(dir)).filter((name) => name !== "pictures")).toEqual([expect.stringMatching(/^trackside-.*Z\.backup$/)]);
  await stop();
});

test("a log of the database that cannot be stored makes the backups count as failed, also when rows are backed up", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "trackside-chores-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db: _, ...source } = shop.services;
  const place = folderOfBackups(join(dataDir, "backups"));
  const secret = { value: TEST_SECRET, isOperators: false };
  const machine = { databaseUrl: shop.databaseUrl, dataDir, passphrase: null, machine: "here", isOnly: true, secret };
  const wal = { folder: join(dataDir, "gone"), database: join(dataDir, "database") };
  const archive = openWalArchive({ ...source, ...machine, wal }, [place]);
  await expect(archive.ship(shop.services, ["folder"])).rejects.toThrow("ENOENT");

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stop = startChores(shop.services, [{ ...source, ...machine, place }], archive);
  vi.advanceTimersByTime(BACKUP_FIRST_CHECK_MS);
  vi.useRealTimers();
  await until(async () => (await readBackupStates(shop.services, anOwner))[0]?.failedAt !== null);
  expect(await readBackupStates(shop.services, anOwner)).toMatchObject([{ lastGoodAt: expect.any(Date), failedAt: expect.any(Date) }]);
  await stop();
});

/** Starts the chores with backups in this place. Returns how to let time go by for them. */
function startBackups(place: BackupPlace, log: Log = shop.services.log): (ms: number) => void {
  const { db: _, ...source } = shop.services;
  const machine = { databaseUrl: shop.databaseUrl, dataDir: null, passphrase: null, machine: "here", isOnly: true };
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const stop = startChores({ ...shop.services, log }, [
    { ...source, ...machine, place, secret: { value: TEST_SECRET, isOperators: false } },
  ]);
  onTestFinished(async () => {
    await stop();
    vi.useRealTimers();
    shop.setNow();
  });
  return (ms) => {
    shop.setNow(new Date(shop.services.now().getTime() + ms));
    vi.advanceTimersByTime(ms);
  };
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await wait(20);
}

test("a backup that failed is tried again after an hour and not before, and counts as failed meanwhile", async () => {
  let tries = 0;
  const add = async () => {
    tries += 1;
    throw new Error("the disk is full");
  };
  const dir = await mkdtemp(join(tmpdir(), "trackside-chores-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const begunAt = shop.services.now().getTime();
  const failures: string[] = [];
  const log = { ...shop.services.log, error: (event: string) => void failures.push(event) };
  const pass = startBackups({ ...folderOfBackups(dir), add }, log);
  const failedMs = async () => ((await readBackupStates(shop.services, anOwner))[0]?.failedAt?.getTime() ?? 0) - begunAt;
  pass(BACKUP_CHECK_EVERY_MS);
  await until(() => failures.includes("not done: backup made in the folder"));
  pass(HOUR_MS - BACKUP_CHECK_EVERY_MS);
  await until(async () => (await failedMs()) >= HOUR_MS);
  expect(tries).toBe(1);
  await until(() => {
    if (tries === 1) pass(BACKUP_CHECK_EVERY_MS);
    return tries > 1;
  });
});

test("[S3.2] a restored shop makes no backup in the bucket, which may be another shop's, until it is settled", async () => {
  const dir = await mkdtemp(join(tmpdir(), "trackside-chores-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const { services } = shop;
  await services.db.$client.query("insert into restores (kind, made_at, restored_at) values ('backup', now(), now())");
  const place = { ...folderOfBackups(dir), kind: "bucket" as const };
  const isShown = async () => (await readBackupStates(services, anOwner)).some((state) => state.place === "bucket");
  await recordBackups(services, { machine: "of the backup", isOnly: true, dataDir: null, place }, { hasFailed: false, rowsMs: null });
  expect(await isShown()).toBe(true);
  const pass = startBackups(place);
  pass(BACKUP_CHECK_EVERY_MS);
  await until(async () => !(await isShown()));
  expect(await readdir(dir)).toEqual([]);
  await settled(services);
  await until(() => {
    pass(BACKUP_CHECK_EVERY_MS);
    return isShown();
  });
  expect(await place.list()).not.toEqual([]);
});
