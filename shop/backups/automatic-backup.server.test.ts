import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import { anOwner, aProduct } from "#tests/support/shop/builders.ts";
import { openShopOn } from "#tests/support/shop/opened-shop.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { type AutomaticBackups, backUpIfDue } from "./automatic-backup.server.ts";
import { backupName } from "./backup-name.ts";
import { folderOfBackups } from "./backup-place.server.ts";
import { findBackupStates, forgetBackups, readBackupStates, readRowsMs, recordBackups } from "./backup-state.server.ts";
import { checkBackup } from "./check-backup.server.ts";
import { DAILY_STORED } from "./constants.ts";

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
  dir = await mkdtemp(join(tmpdir(), "trackside-automatic-"));
  shop.setNow(begin);
  return () => rm(dir, { recursive: true, force: true });
});

const backups = (overrides: Partial<AutomaticBackups> = {}): AutomaticBackups => ({
  databaseUrl: shop.databaseUrl,
  files: shop.services.files,
  now: shop.services.now,
  secret: { value: TEST_SECRET, isOperators: false },
  place: folderOfBackups(join(dir, "backups")),
  passphrase: null,
  rowsMs: null,
  picturesAt: shop.services.now(),
  log: shop.services.log,
  ...overrides,
});
const made = { rowsMs: expect.any(Number) };
const allNames = async () => (await readdir(join(dir, "backups"))).sort();
const names = async () => (await allNames()).filter((name) => name !== "pictures");

test("a backup is made every hour, or every day where rows take long, and what is not a backup stays", async () => {
  expect(await backUpIfDue(backups())).toEqual(made);
  expect(await names()).toEqual([backupName(begin)]);
  shop.setNow(after(HOUR_MS - 1));
  expect(await backUpIfDue(backups({ rowsMs: 59_999 }))).toBeNull();
  shop.setNow(after(HOUR_MS));
  expect(await backUpIfDue(backups({ rowsMs: 60_000 }))).toBeNull();
  expect(await backUpIfDue(backups({ rowsMs: 59_999 }))).toEqual(made);

  await writeFile(join(dir, "backups/notes.txt"), "mine");
  const days = DAILY_STORED + 1;
  for (let day = 1; day <= days; day += 1) {
    shop.setNow(after(HOUR_MS + day * DAY_MS));
    expect(await backUpIfDue(backups({ rowsMs: 60_000 }))).toEqual(made);
  }
  // Sunday, 22 November is the last of its week.
  const stored = Array.from({ length: DAILY_STORED + 1 }, (_, day) => backupName(after(HOUR_MS + (day + 1) * DAY_MS)));
  expect(await names()).toEqual(["notes.txt", ...stored].sort());
  await expect(checkBackup(join(dir, "backups", stored[0] ?? ""), noPassphrase, null)).resolves.toMatchObject({
    summary: { rows: { products: 1 } },
  });
});

test("a clock that was set back does not put the next backup off", async () => {
  expect(await backUpIfDue(backups())).toEqual(made);
  shop.setNow(after(-3 * DAY_MS));
  expect(await backUpIfDue(backups())).toEqual(made);
});

test("of several processes one makes it", async () => {
  const all = await Promise.all([1, 2, 3].map(() => backUpIfDue(backups())));
  expect(all.filter((one) => one !== null)).toEqual([made]);
  expect(await names()).toHaveLength(1);

  await rm(join(dir, "backups"), { recursive: true });
  await withClient(shop.databaseUrl, async (client) => {
    await client.query("select pg_advisory_lock(7240017)");
    expect(await backUpIfDue(backups()), "while another is busy with it").toBeNull();
  });
  expect(existsSync(join(dir, "backups"))).toBe(false);
});

test("one that fails leaves no half file and takes no older one with it; what a crash left goes with the next", async () => {
  expect(await backUpIfDue(backups())).toEqual(made);
  await writeFile(join(dir, `backups/${backupName(begin)}.0e7b.unfinished`), "half");
  await writeFile(join(dir, "backups/other.unfinished"), "mine");
  shop.setNow(after(DAY_MS));
  const broken = {
    ...shop.services.files,
    get: async () => {
      throw new Error("the disk is gone");
    },
  };
  await shop.services.db.$client.query("update products set image = '/product-images/' || repeat('a', 48) || '.webp'");
  await expect(backUpIfDue(backups({ files: broken }))).rejects.toThrow("the disk is gone");
  expect(await names()).toEqual([backupName(begin), "other.unfinished"].sort());

  const stopping = new AbortController();
  stopping.abort();
  await expect(backUpIfDue(backups(), stopping.signal)).rejects.toThrow("abort");
  expect(await names()).toHaveLength(2);
  expect(await backUpIfDue(backups())).toEqual(made);
});

test("one is good also if old ones cannot be deleted, which is logged", async () => {
  await mkdir(join(dir, "backups"));
  for (const hours of [-48, -49]) await writeFile(join(dir, "backups", backupName(after(hours * HOUR_MS))), "");
  const errors: string[] = [];
  const log = { error: (event: string) => void errors.push(event) };
  const place = { ...folderOfBackups(join(dir, "backups")), remove: () => Promise.reject(new Error("may not delete")) };
  expect(await backUpIfDue(backups({ place, log }))).toEqual(made);
  expect(errors).toEqual(["old backups in the folder not deleted"]);
});

test("one of a wrong clock in the future puts the next neither off nor on", async () => {
  await mkdir(join(dir, "backups"));
  await writeFile(join(dir, "backups", backupName(after(400 * DAY_MS))), "");
  expect(await backUpIfDue(backups())).toEqual(made);
  shop.setNow(after(HOUR_MS / 2));
  expect(await backUpIfDue(backups())).toBeNull();
});

test("every machine shows when the last good backup was made, whether a try failed, and whether it is on the disk of the data", async () => {
  const here = { machine: "here", isOnly: false, dataDir: dir, place: folderOfBackups(join(dir, "backups")) };
  const another = await openShopOn(shop.databaseUrl, { dataDir: dir, secret: TEST_SECRET });
  const none = folderOfBackups(join(dir, "none"));
  const onBoth = async () => {
    const states = await readBackupStates(shop.services, anOwner);
    await expect.poll(() => readBackupStates(another, anOwner)).toEqual(states);
    const [one] = states;
    return one;
  };
  const record = async (place: Partial<typeof here>, hasFailed = false, rowsMs: number | null = null) => {
    await recordBackups(shop.services, { ...here, ...place }, { hasFailed, rowsMs });
    return onBoth();
  };
  try {
    expect(await onBoth()).toBeUndefined();
    const nothing = { place: "folder", isTold: false, lastGoodAt: null, isOnSameDisk: false, failedAt: expect.any(Date), rowsMs: null };
    expect(await record({ place: none }, true)).toEqual(nothing);
    await backUpIfDue(backups());
    expect(await record({}, false, 1_234)).toMatchObject({ lastGoodAt: begin, failedAt: null, isOnSameDisk: true, rowsMs: 1_234 });
    expect(await readRowsMs(shop.services, here)).toBe(1_234);
    expect(await record({ dataDir: "/proc" }), "when none was due").toMatchObject({ isOnSameDisk: false, rowsMs: 1_234 });
    expect(await record({ machine: "there", place: none }, true)).toMatchObject({ lastGoodAt: begin, failedAt: null });
    expect(await record({ isOnly: true, place: none })).toMatchObject({ lastGoodAt: null });
    await forgetBackups(shop.services, here, []);
    expect(await onBoth()).toBeUndefined();
  } finally {
    await another.close();
  }
});

test("a container made again replaces the one before after an hour, and two machines that go on both count", async () => {
  const folderIn = { isOnly: false, dataDir: null, place: folderOfBackups(join(dir, "backups")) };
  const bucketIn = { ...folderIn, place: { ...folderIn.place, kind: "bucket" as const } };
  const places = async () => (await findBackupStates(shop.services.db, shop.services.now())).map(({ place }) => place);
  const fine = { hasFailed: false, rowsMs: null };
  await recordBackups(shop.services, { ...folderIn, machine: "0a1b:3000 /data" }, { hasFailed: true, rowsMs: null });
  await recordBackups(shop.services, { ...bucketIn, machine: "0a1b:3000 /data" }, fine);
  await recordBackups(shop.services, { ...bucketIn, machine: "other:3000 /srv/data" }, fine);
  shop.setNow(after(1_000));
  await recordBackups(shop.services, { ...folderIn, machine: "2c3d:3000 /data" }, fine);
  expect(await findBackupStates(shop.services.db, shop.services.now()), "the newest of two without a backup").toContainEqual(
    expect.objectContaining({ place: "folder", failedAt: null }),
  );
  await forgetBackups(shop.services, { machine: "other:3000 /srv/data", isOnly: false }, []);
  expect(await places()).toEqual(["folder", "bucket"]);
  shop.setNow(after(HOUR_MS + 1_000));
  expect(await places(), "another that has not looked either replaces none").toEqual(["folder", "bucket"]);
  await recordBackups(shop.services, { ...folderIn, machine: "2c3d:3000 /data" }, fine);
  expect(await places()).toEqual(["folder"]);
  await forgetBackups(shop.services, { machine: "here", isOnly: true }, []);
});
