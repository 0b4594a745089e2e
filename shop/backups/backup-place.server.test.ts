import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { openBackupBucket, openFiles } from "#server/start/files.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { everyFile, everyRow } from "#tests/support/database/every-row.ts";
import { allOf } from "#tests/support/servers/every-store.ts";
import { openS3Server, type S3Server } from "#tests/support/servers/s3-server.ts";
import { anOwner, aProduct } from "#tests/support/shop/builders.ts";
import { withoutRestores } from "#tests/support/shop/settled.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { backUpIfDue } from "./automatic-backup.server.ts";
import { backupName } from "./backup-name.ts";
import { bucketOfBackups } from "./backup-place.server.ts";
import { readBackupStates, recordBackups } from "./backup-state.server.ts";
import { checkBackup } from "./check-backup.server.ts";
import { restoreBackup } from "./restore-backup.server.ts";

const PASSPHRASE = "a passphrase of some length";
const begin = new Date("2026-11-21T03:00:00Z");
const picture = `product-images/${"a".repeat(48)}.webp`;

let shop: TestShop;
let storage: S3Server;
let folder: string;

beforeAll(async () => {
  [shop, storage] = await Promise.all([openTestShop(), openS3Server()]);
  const { id } = await aProduct(shop, { ids: ["unit-1"] });
  await shop.services.db.$client.query("update products set image = '/' || $1 where id = $2", [picture, id]);
  await shop.services.files.put(picture, Buffer.from("the picture"));
});
afterAll(() => Promise.all([shop.close(), storage.close()]));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-bucket-"));
  storage.fates.length = 0;
  storage.calls.length = 0;
  return () => rm(folder, { recursive: true, force: true });
});

const bucket = () => openBackupBucket(storage.config);
const place = () => bucketOfBackups(bucket(), join(folder, "unsent"));
function backUp(hours: number) {
  shop.setNow(new Date(begin.getTime() + hours * HOUR_MS));
  const { files, now, log } = shop.services;
  const source = { databaseUrl: shop.databaseUrl, files, now, log, secret: { value: TEST_SECRET, isOperators: false } };
  return backUpIfDue({ ...source, place: place(), passphrase: PASSPHRASE, rowsMs: null });
}

test("[S12.10] a shop is backed up to a bucket, encrypted, pictures once, and is restored from there", async () => {
  expect(await backUp(0)).not.toBeNull();
  expect(await backUp(0.5), "not due").toBeNull();
  storage.calls.length = 0;
  expect(await backUp(1)).not.toBeNull();
  expect(storage.calls.filter((call) => call.startsWith("PUT"))).toEqual([
    `PUT /shop-files/trackside-backups/rows/${backupName(new Date(begin.getTime() + HOUR_MS))}`,
  ]);
  expect(await readdir(join(folder, "unsent"))).toEqual([]);

  const { rows, copies } = bucket();
  const [newest] = await place().list();
  const file = join(folder, newest?.name ?? "");
  expect(await rows.getFile(newest?.name ?? "", file)).toBe(true);
  for (const { key } of await allOf(copies.list())) expect(Buffer.from((await copies.get(key)) ?? "").includes("the picture")).toBe(false);
  const target = { databaseUrl: await anEmptyDatabase(), files: openDiskFiles(join(folder, "files")), dataDir: join(folder, "data") };
  const { missing } = await restoreBackup(target, await checkBackup({ file, copies }, async () => PASSPHRASE, null));
  expect(missing).toEqual([]);
  expect(await everyFile(target.files)).toEqual(await everyFile(shop.services.files));
  expect(withoutRestores(await everyRow(target.databaseUrl))).toEqual(withoutRestores(await everyRow(shop.databaseUrl)));
});

test("the shop's own files in the same bucket are neither listed nor removed, and know nothing of the backups", async () => {
  const files = openFiles({ storage: storage.config, dataDir: folder }, "visitor");
  await files.put("own", Buffer.from("x"));
  expect(await backUp(5)).not.toBeNull();
  expect((await allOf(files.list())).map(({ key }) => key)).toEqual(["own"]);
});

test("a bucket that refuses leaves nothing behind on this machine, and keeps its last known state on the pages", async () => {
  const { services } = shop;
  const here = { machine: "here", isOnly: true, dataDir: null };
  expect(await backUp(10)).not.toBeNull();
  await recordBackups(services, { ...here, place: place() }, { hasFailed: false, rowsMs: 5 });
  const lastGoodAt = new Date(begin.getTime() + 10 * HOUR_MS);
  const refused = bucketOfBackups(openBackupBucket({ ...storage.config, secretAccessKey: "another" }), join(folder, "unsent"));
  await recordBackups(services, { ...here, place: refused }, { hasFailed: true, rowsMs: null });
  expect(await readBackupStates(services, anOwner)).toMatchObject([{ place: "bucket", lastGoodAt, failedAt: expect.any(Date), rowsMs: 5 }]);

  const { files, now, log } = services;
  const source = { databaseUrl: shop.databaseUrl, files, now, log, secret: { value: TEST_SECRET, isOperators: false } };
  const writes = { ...bucket().rows, putFile: () => Promise.reject(new Error("the storage refuses")) };
  const failing = bucketOfBackups({ ...bucket(), rows: writes }, join(folder, "unsent"));
  shop.setNow(new Date(begin.getTime() + 20 * HOUR_MS));
  await expect(backUpIfDue({ ...source, place: failing, passphrase: PASSPHRASE, rowsMs: null })).rejects.toThrow("the storage refuses");
  expect(await readdir(join(folder, "unsent"))).toEqual([]);
  expect((await place().list())[0]?.at).toEqual(lastGoodAt);
});

test("a file of 32 MB goes to a bucket and back byte for byte, and one that is not there is not there", async () => {
  const { rows } = bucket();
  const file = join(folder, "large");
  const large = randomBytes(32 * 1024 * 1024);
  await writeFile(file, large);
  await rows.putFile("large", file);
  expect(await rows.getFile("large", join(folder, "back"))).toBe(true);
  expect(large.equals(await readFile(join(folder, "back")))).toBe(true);
  expect(await rows.getFile("none", join(folder, "none"))).toBe(false);
});
