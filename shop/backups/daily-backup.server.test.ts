import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { backupName } from "./backup-name.ts";
import { checkBackups, readBackupState } from "./backup-state.server.ts";
import { checkBackup } from "./check-backup.server.ts";
import { BACKUP_EVERY_MS, BACKUPS_STORED } from "./constants.ts";
import { backUpDaily, type DailyBackups } from "./daily-backup.server.ts";

const begin = new Date("2026-11-21T03:00:00Z");
const after = (ms: number) => new Date(begin.getTime() + ms);
const noPassphrase = async () => "";

let shop: TestShop;
let dir: string;

beforeAll(async () => {
  shop = await openTestShop();
  await aProduct(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "trackside-daily-"));
  shop.setNow(begin);
  return () => rm(dir, { recursive: true, force: true });
});

const daily = (overrides: Partial<DailyBackups> = {}): DailyBackups => ({
  databaseUrl: shop.databaseUrl,
  files: shop.services.files,
  now: shop.services.now,
  secret: { value: TEST_SECRET, isOperators: false },
  dir: join(dir, "daily"),
  passphrase: null,
  ...overrides,
});
const names = async () => (await readdir(join(dir, "daily"))).sort();

test("a backup is made once a day, and the newest seven are kept beside what is not a backup", async () => {
  expect(await backUpDaily(daily())).toBe(1);
  expect(await names()).toEqual([backupName(begin)]);
  shop.setNow(after(BACKUP_EVERY_MS - 1));
  expect(await backUpDaily(daily())).toBe(0);

  await writeFile(join(dir, "daily/notes.txt"), "mine");
  for (let day = 1; day <= BACKUPS_STORED; day += 1) {
    shop.setNow(after(day * BACKUP_EVERY_MS));
    expect(await backUpDaily(daily())).toBe(1);
  }
  const stored = Array.from({ length: BACKUPS_STORED }, (_, day) => backupName(after((day + 1) * BACKUP_EVERY_MS)));
  expect(await names()).toEqual(["notes.txt", ...stored].sort());
  await expect(checkBackup(join(dir, "daily", stored[0] ?? ""), noPassphrase, null)).resolves.toMatchObject({
    summary: { rows: { products: 1 } },
  });
});

test("a clock that was set back does not put the next backup off", async () => {
  expect(await backUpDaily(daily())).toBe(1);
  shop.setNow(after(-3 * BACKUP_EVERY_MS));
  expect(await backUpDaily(daily())).toBe(1);
});

test("of several processes one makes it", async () => {
  const made = await Promise.all([1, 2, 3].map(() => backUpDaily(daily())));
  expect(made.sort()).toEqual([0, 0, 1]);
  expect(await names()).toHaveLength(1);

  await rm(join(dir, "daily"), { recursive: true });
  await withClient(shop.databaseUrl, async (client) => {
    await client.query("select pg_advisory_lock(7240017)");
    expect(await backUpDaily(daily()), "while another is busy with it").toBe(0);
  });
  expect(await names()).toEqual([]);
});

test("one that fails leaves no half file and takes no older one with it; what a crash left goes with the next", async () => {
  expect(await backUpDaily(daily())).toBe(1);
  await writeFile(join(dir, `daily/${backupName(begin)}.0e7b.unfinished`), "half");
  await writeFile(join(dir, "daily/other.unfinished"), "mine");
  shop.setNow(after(BACKUP_EVERY_MS));
  const broken = {
    ...shop.services.files,
    get: async () => {
      throw new Error("the disk is gone");
    },
  };
  await shop.services.db.$client.query("update products set image = '/product-images/' || repeat('a', 48) || '.webp'");
  await expect(backUpDaily(daily({ files: broken }))).rejects.toThrow("the disk is gone");
  expect(await names()).toEqual([backupName(begin), "other.unfinished"].sort());

  const stopping = new AbortController();
  stopping.abort();
  await expect(backUpDaily(daily(), stopping.signal)).rejects.toThrow("abort");
  expect(await names()).toHaveLength(2);
  expect(await backUpDaily(daily())).toBe(1);
});

test("the pages show when the last good backup was made, and whether it is on the disk of the data", async () => {
  expect(readBackupState(shop.services)).toBeNull();
  const nowhere = { dir: join(dir, "none"), dataDir: dir };
  expect(await checkBackups(shop.services, nowhere)).toEqual({ lastGoodAt: null, isOnSameDisk: false });
  await backUpDaily(daily());
  await checkBackups(shop.services, { dir: join(dir, "daily"), dataDir: dir });
  expect(readBackupState(shop.services)).toEqual({ lastGoodAt: begin, isOnSameDisk: true });
  const elsewhere = await checkBackups(shop.services, { dir: join(dir, "daily"), dataDir: "/proc" });
  expect(elsewhere.isOnSameDisk).toBe(false);
});
