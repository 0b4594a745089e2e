import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { WEBHOOK_SECRET } from "#tests/support/payments/providers.ts";
import { openRazorpayServer, razorpayAccount } from "#tests/support/payments/razorpay-server.ts";
import { databasePid, isAlive, sendSignal } from "#tests/support/processes/processes.ts";
import { freePort, startShop } from "#tests/support/processes/running-shop.ts";
import { openS3Server, storageEnvironment } from "#tests/support/servers/s3-server.ts";
import { asOwner } from "#tests/torture/owners-calls.ts";
import { post } from "#tests/torture/storm.ts";
import { aDataFolder, command, isBuilt, needsBuild } from "../shop-process.ts";

const PASSPHRASE = "a passphrase of some length";

/** Asks the built-in database of a running shop as its owner. */
async function ask<T extends Record<string, unknown>>(dataDir: string, question: string): Promise<T | undefined> {
  const { socketFolder } = JSON.parse(await readFile(join(dataDir, "running.json"), "utf8")) as { socketFolder: string };
  const password = (await readFile(join(dataDir, "database-password"), "utf8")).trim();
  const url = `postgres://trackside:${password}@localhost/trackside?host=${encodeURIComponent(socketFolder)}`;
  return withClient(url, async (client) => (await client.query<T>(question)).rows[0]);
}

test.skipIf(!isBuilt)(
  `a shop whose disk dies is restored on another place to a minute before, from a folder or a bucket, and a payment made in between is found again${needsBuild}`,
  { timeout: 180_000 },
  async () => {
    const [dataDir, elsewhere, another] = [await aDataFolder(), await aDataFolder(), await aDataFolder()];
    const [fake, storage] = await Promise.all([openRazorpayServer(), openS3Server()]);
    onTestFinished(async () => void (await Promise.all([fake.close(), storage.close()])));
    const backups = join(dataDir, "../backups");
    const bucket = Object.entries(storageEnvironment(storage.config)).map(([name, value]) => [`BACKUP_${name}`, value]);
    const fromBucket = { ...Object.fromEntries(bucket), BACKUP_PASSPHRASE: PASSPHRASE };
    const environment = { RAZORPAY_API_URL: fake.url, BACKUP_DIR: backups, BACKUP_PASSPHRASE: PASSPHRASE };
    const put = (part: string) => storage.calls.some((call) => call.startsWith("PUT ") && call.includes(part));
    const stored = async () => (existsSync(backups) ? await readdir(backups, { recursive: true }) : []);
    const shop = await startShop({ ...environment, ...fromBucket, DATA_DIR: dataDir, SAMPLE_DATA: "off", PORT: String(await freePort()) });
    const owner = await asOwner(shop);
    await owner.takeRazorpay({ ...razorpayAccount, webhookSecret: WEBHOOK_SECRET });
    const productId = await owner.putOnSale("Account", ["unit-1", "unit-2", "unit-3"]);
    await expect.poll(async () => (await stored()).some((name) => name.includes("/made-")), { timeout: 60_000 }).toBe(true);
    await expect.poll(() => put("/made-"), { timeout: 60_000 }).toBe(true);

    const order = async (paymentMethod: string) =>
      (await post(`${shop.address}/api/orders`, { productId, quantity: 1, paymentMethod })).body as { requestCode: string };
    const kept = await order("request");
    const paid = await order("razorpay");
    const page = await fake.until(({ pages }) => pages.find(({ reference }) => reference.startsWith(paid.requestCode)));
    const attempt = `select state from payment_attempts where state = 'open'`;
    await expect.poll(() => ask(dataDir, attempt), { timeout: 20_000 }).toEqual({ state: "open" });
    const until = new Date((await ask<{ at: Date }>(dataDir, "select clock_timestamp() as at"))?.at ?? 0);
    await wait(20);
    const lost = await order("request");
    const segment = (await ask<{ name: string }>(dataDir, "select pg_walfile_name(pg_switch_wal()) as name"))?.name ?? "";
    await expect.poll(async () => (await stored()).some((name) => name.includes(`/wal/${segment}-`)), { timeout: 60_000 }).toBe(true);
    await expect.poll(() => put(`/wal/${segment}-`), { timeout: 60_000 }).toBe(true);

    const postgres = await databasePid(dataDir);
    sendSignal(shop.pid, "SIGKILL");
    await shop.stop();
    await expect.poll(() => isAlive(postgres), { timeout: 20_000 }).toBe(false);
    await rm(dataDir, { recursive: true });
    await fake.pay(page.id);

    const early = command(["restore", "--until", "2020-01-01T00:00:00Z"], elsewhere, environment);
    expect(await early.ended).toBe(1);
    expect(early.output()).toContain("There is no copy of the database from before 2020-01-01T00:00:00.000Z.");
    expect(existsSync(elsewhere), "nothing is left behind").toBe(false);
    const restored = command(["restore", "--until", until.toISOString()], elsewhere, environment);
    expect(await restored.ended, restored.output()).toBe(0);
    expect(restored.output()).toContain("1 product, 3 IDs, 2 orders");
    expect(restored.output()).toContain("1 ID that was free is held back");
    const third = command(["restore", "--from-bucket", "--until", until.toISOString()], another, fromBucket);
    expect(await third.ended, third.output()).toBe(0);
    expect(third.output()).toContain("1 product, 3 IDs, 2 orders");
    const again = command(["restore", backups], elsewhere, environment);
    expect(await again.ended).toBe(1);
    expect(again.output()).toContain("There is a shop in the data folder");

    const back = await startShop({ ...environment, DATA_DIR: elsewhere, PORT: String(await freePort()) });
    onTestFinished(async () => void (await back.stop()));
    const ownerAgain = await asOwner(back);
    const [payment = ""] = (await fake.state()).pages.flatMap(({ payments }) => payments);
    await expect
      .poll(() => ownerAgain.paymentsBy(payment), { timeout: 30_000 })
      .toMatchObject([{ state: "matched", requestCode: paid.requestCode }]);
    expect(await ownerAgain.statusOf(paid.requestCode)).toBe("approved");
    expect(await ownerAgain.statusOf(kept.requestCode)).toBe("pending");
    expect(await ownerAgain.statusOf(lost.requestCode)).toBeNull();
    expect(await ownerAgain.send("/admin/restored/settlement", { missingOrders: "1" })).toBeLessThan(400);
    const lineages = async () => new Set((await stored()).filter((name) => name.includes("/made-")).map((name) => name.split("/")[1])).size;
    await expect.poll(lineages, { timeout: 60_000 }).toBe(2);
  },
);
