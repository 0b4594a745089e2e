import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openBackupBucket } from "#server/start/files.ts";
import { backUpIfDue } from "#shop/backups/automatic-backup.server.ts";
import { bucketOfBackups } from "#shop/backups/backup-place.server.ts";
import { openS3Server, storageEnvironment } from "#tests/support/servers/s3-server.ts";
import { aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, TEST_SECRET } from "#tests/support/shop/shop.ts";
import { aDataFolder, command } from "../shop-process.ts";

vi.setConfig({ testTimeout: 180_000 });

const PASSPHRASE = "a passphrase of some length";

test("[S12.10] a shop whose machine is lost comes back from the bucket, and a picture that is missing there is named", async () => {
  const [shop, storage, folder] = await Promise.all([openTestShop(), openS3Server(), aDataFolder()]);
  onTestFinished(async () => {
    await Promise.all([shop.close(), storage.close(), rm(folder, { recursive: true, force: true })]);
  });
  const { id } = await aProduct(shop, { ids: ["unit-1", "unit-2"] });
  const picture = `product-images/${"a".repeat(48)}.webp`;
  await shop.services.db.$client.query("update products set image = '/' || $1 where id = $2", [picture, id]);
  await shop.services.files.put(picture, Buffer.from("the picture"));
  const { files, now, log } = shop.services;
  const source = { databaseUrl: shop.databaseUrl, files, now, log, secret: { value: TEST_SECRET, isOperators: false } };
  const bucket = openBackupBucket(storage.config);
  const place = bucketOfBackups(bucket, join(folder, "unsent"));
  expect(await backUpIfDue({ ...source, place, passphrase: PASSPHRASE, rowsMs: null })).not.toBeNull();
  for await (const { key } of bucket.copies.list()) if (key.endsWith(picture)) await bucket.copies.remove(key);

  const env = {
    BACKUP_PASSPHRASE: PASSPHRASE,
    ...Object.fromEntries(Object.entries(storageEnvironment(storage.config)).map(([name, value]) => [`BACKUP_${name}`, value])),
  };
  const elsewhere = await aDataFolder();
  const stranger = command(["restore", "--from-bucket"], elsewhere, { ...env, BACKUP_S3_SECRET_ACCESS_KEY: "another" });
  expect(await stranger.ended).toBe(1);
  expect(stranger.output()).toContain(
    "The bucket of backups can't be used: BACKUP_S3_SECRET_ACCESS_KEY is not the secret of BACKUP_S3_ACCESS_KEY_ID. Nothing was restored.",
  );
  expect(stranger.output()).not.toMatch(/\n\s+at /);
  const wrong = command(["restore", "--from-bucket", "another.backup"], elsewhere, env);
  expect(await wrong.ended).toBe(1);
  expect(existsSync(elsewhere), "nothing is left behind").toBe(false);
  expect(wrong.output()).toMatch(/There is no another\.backup in the bucket\. There are:\n {2}trackside-.*Z\.backup/);

  const restored = command(["restore", "--from-bucket"], elsewhere, env);
  expect(await restored.ended, restored.output()).toBe(0);
  expect(restored.output()).toContain("1 product, 2 IDs");
  expect(await readdir(elsewhere)).not.toContain("backup-fetched");
  expect(restored.output()).toContain(`pictures are missing or damaged: 1.`);
  expect(restored.output()).toContain(`  ${picture}\n`);

  const without = command(["restore", "--from-bucket"], await aDataFolder());
  expect(await without.ended).toBe(1);
  expect(without.output()).toContain("There is no bucket of backups.");
});
