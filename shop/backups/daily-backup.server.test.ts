import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { aProduct } from "#tests/support/shop/builders.ts";
import { openShopOn } from "#tests/support/shop/opened-shop.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { backupName } from "./backup-name.ts";
import { forgetBackups, readBackupState, recordBackups } from "./backup-state.server.ts";
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

test("every machine shows when the last good backup was made, whether a try failed, and whether it is on the disk of the data", async () => {
  const here = { machine: "here", isOnly: false, dir: join(dir, "daily"), dataDir: dir };
  const another = await openShopOn(shop.databaseUrl, { dataDir: dir, secret: TEST_SECRET });
  const onBoth = async () => {
    const one = await readBackupState(shop.services);
    await expect.poll(() => readBackupState(another)).toEqual(one);
    return one;
  };
  const record = async (place: Partial<typeof here>, hasFailed = false) => {
    await recordBackups(shop.services, { ...here, ...place }, { hasFailed });
    return onBoth();
  };
  try {
    expect(await onBoth()).toBeNull();
    const none = { lastGoodAt: null, isOnSameDisk: false, failedAt: expect.any(Date) };
    expect(await record({ dir: join(dir, "none") }, true)).toEqual(none);
    await backUpDaily(daily());
    expect(await record({})).toEqual({ lastGoodAt: begin, failedAt: null, isOnSameDisk: true });
    expect(await record({ dataDir: "/proc" })).toMatchObject({ isOnSameDisk: false });
    expect(await record({ machine: "there", dir: join(dir, "none") }, true)).toMatchObject({ lastGoodAt: begin, failedAt: null });
    expect(await record({ isOnly: true, dir: join(dir, "none") })).toMatchObject({ lastGoodAt: null });
    await forgetBackups(shop.services, here);
    expect(await onBoth()).toBeNull();
  } finally {
    await another.close();
  }
});
