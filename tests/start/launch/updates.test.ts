import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { cookiesOf } from "#tests/support/processes/cookie-from.ts";
import { makeNextVersion, NEXT_MIGRATION } from "#tests/support/processes/next-version.ts";
import { aSettledFolder, close, isBuilt, main, needsBuild, openShop, run } from "../shop-process.ts";

/** Several processes run one after another. */
vi.setConfig({ testTimeout: 180_000 });

const owner = { email: "owner@shop.example", password: "correct horse battery" };
const asOwner = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password };

let program: string;
let nextMain: string;
beforeAll(async () => {
  if (!isBuilt) return;
  program = await makeNextVersion();
  nextMain = join(program, "build/server/main.js");
}, 60_000);
afterAll(async () => {
  if (program) await rm(program, { recursive: true, force: true });
});

async function post(address: string, path: string, body: object, cookie = "") {
  const headers = { "content-type": "application/json", origin: address, cookie };
  const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, string>, cookie: cookiesOf(answer.headers) };
}

const order = (address: string, productId: string) => post(address, "/api/orders", { productId, quantity: 1, paymentMethod: "request" });

/** A shop of this version with a product of two IDs, one of them ordered, that is stopped. */
async function aSellingShop(): Promise<{ dataDir: string; productId: string; requestCode: string }> {
  const dataDir = await aSettledFolder();
  const shop = await openShop(dataDir, { env: asOwner });
  const { cookie } = await post(shop.address, "/api/auth/sign-in/email", owner);
  const product = { name: "Verified account", price: 99, description: "", image: "", ids: ["unit-1", "unit-2"] };
  const { id: productId = "" } = (await post(shop.address, "/api/admin/products", product, cookie)).body;
  const { requestCode = "" } = (await order(shop.address, productId)).body;
  await close(shop);
  return { dataDir, productId, requestCode };
}

/** The status of an order as its owner reads it. */
async function statusOf(address: string, requestCode: string): Promise<string | undefined> {
  const { cookie } = await post(address, "/api/auth/sign-in/email", owner);
  const found = await fetch(`${address}/api/admin/orders?search=${requestCode}`, { headers: { cookie } });
  return ((await found.json()) as { orders: { status: string }[] }).orders[0]?.status;
}

/** Runs a printed command of an installed shop with the programs of this folder. */
async function runPrinted(command: string, dataDir: string): Promise<{ status: number | null; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-printed-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const door = `'${process.execPath}' '${resolve("server/shop.ts")}'`;
  const settings = join(folder, "trackside.env");
  await writeFile(settings, `DATA_DIR=${dataDir}\n`);
  const installed = (await readFile("deploy/trackside", "utf8"))
    .replace(/if \[.*?\nfi\n/s, "")
    .replace("cd /var/lib/trackside", "cd /")
    .replace("runuser -u trackside -- /usr/bin/node", `'${process.execPath}'`)
    .replace("/etc/trackside.env", settings)
    .replace("/srv/trackside/start.mjs shop", `'${resolve("server/shop.ts")}'`);
  await writeFile(join(folder, "trackside"), installed, { mode: 0o755 });
  await writeFile(join(folder, "sudo"), '#!/bin/sh\nexec env "$@"\n', { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH}`, NODE_ENV: "production" };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command.replace("npm run shop --", door)], { env, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

test.skipIf(!isBuilt)(`an update with a wrong secret changes nothing, and makes no backup${needsBuild}`, async () => {
  const { dataDir, requestCode } = await aSellingShop();
  const before = await readdir(dataDir);
  const update = run([nextMain], { env: { PORT: "0", DATA_DIR: dataDir, SECRET: "another secret of some length" } });
  expect(await update.ended).toBe(1);
  expect(update.output()).toContain("SECRET does not fit this database");
  expect(update.output()).not.toContain("    at ");
  expect(await readdir(dataDir)).toEqual(before);

  const still = await openShop(dataDir);
  expect(await statusOf(still.address, requestCode)).toBe("pending");
  await close(still);
});

test.skipIf(!isBuilt).for([
  ["npm", {}, "npm run shop --"],
  ["the service", { INVOCATION_ID: "1" }, "sudo DATA_DIR="],
] as const)(`the way back that an update prints is gone step by step, as with %s${needsBuild}`, async ([, runner, begins]) => {
  const { dataDir, productId, requestCode } = await aSellingShop();
  const updated = await openShop(dataDir, { env: { ...runner }, program: nextMain });
  const [, command = "", place = ""] = await updated.says(
    /2\. Restore the backup into a new place: (.*)\n.*3\. .* DATA_DIR=(\S+), and start the shop/,
  );
  expect(updated.output().match(/before the update is in/g)).toHaveLength(1);
  expect(command).toContain(begins);
  expect((await order(updated.address, productId)).status).toBe(201);
  await close(updated);

  const old = run([main], { env: { PORT: "0", DATA_DIR: dataDir } });
  expect([await old.ended, old.output()]).toEqual([1, expect.stringContaining(NEXT_MIGRATION)]);
  const restore = await runPrinted(command, dataDir);
  expect(restore.status, restore.said).toBe(0);
  expect(restore.said).toContain("1 product, 2 IDs, 1 order, 1 account");

  const back = await openShop(place, { env: { SAMPLE_DATA: "off" } });
  expect(await statusOf(back.address, requestCode)).toBe("pending");
  expect((await order(back.address, productId)).status, "what was sold after the update may be sold no second time").toBe(409);
  await close(back);
});

test.skipIf(!isBuilt)(`no command of the next version migrates the shop that runs, and each says what to do${needsBuild}`, async () => {
  const { dataDir, productId } = await aSellingShop();
  const shop = await openShop(dataDir);
  const export_ = join(program, "export-of-a-test");
  for (const words of [
    ["verify"],
    ["create-admin", "another@shop.example"],
    ["reset-second-factor", owner.email],
    ["export", export_],
    ["import", resolve("tests/support/old-shop/old-store-export.json"), "--yes"],
  ]) {
    const command = run([join(program, "server/shop.ts"), ...words], { env: { DATA_DIR: dataDir }, input: `${owner.password}\n` });
    expect(await command.ended, command.output()).toBe(1);
    expect(command.output(), words[0]).toContain("The database is of an earlier version of the shop.");
    expect(command.output(), words[0]).not.toContain("    at ");
  }
  expect((await fetch(`${shop.address}/readyz`)).status).toBe(200);
  expect((await order(shop.address, productId)).status).toBe(201);
  await close(shop);
});
