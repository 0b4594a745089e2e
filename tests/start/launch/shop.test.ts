import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { databasePid, isAlive } from "#tests/support/processes/processes.ts";
import { openTestShop } from "#tests/support/shop/shop.ts";
import { aDataFolder, aSettledFolder, isBuilt, main, needsBuild, openShop, run } from "../shop-process.ts";

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status;
}

describe.skipIf(!isBuilt)(`The built shop${needsBuild}`, () => {
  test("[S6.4] opens on an empty folder, says where and how to become admin, and leaves nothing running", async () => {
    const dataDir = await aDataFolder();
    const shop = await openShop(dataDir);
    const [link] = await shop.says(/http:\S+\/setup\/\S{40,}/);
    expect(await statusOf(`${shop.address}/healthz`)).toBe(200);
    expect(await statusOf(`${shop.address}/readyz`)).toBe(200);
    expect(await statusOf(`${shop.address}/`)).toBe(200);
    expect(link.startsWith(shop.address)).toBe(true);
    const pid = await databasePid(dataDir);

    const askedAt = Date.now();
    shop.child.kill("SIGTERM");
    expect(await shop.ended).toBe(0);
    expect(Date.now() - askedAt).toBeLessThan(10_000);
    expect(isAlive(pid)).toBe(false);
  });

  test("answers what is in flight before it ends with 0", async () => {
    const shop = await openShop(await aSettledFolder());
    const { port } = new URL(shop.address);
    const body = JSON.stringify({ productId: "none", quantity: 1, paymentMethod: "request" });
    const socket = connect(Number(port), "localhost");
    onTestFinished(() => void socket.destroy());
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.write(`POST /api/orders HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: ${shop.address}\r\nContent-Type: application/json\r\n`);
    socket.write(`Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
    await wait(200);

    shop.child.kill("SIGTERM");
    await wait(500);
    socket.write(body.slice(10));

    expect(await shop.ended).toBe(0);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
  });

  test("ends with 0 within ten seconds even when a query hangs", async () => {
    const dataDir = await aSettledFolder();
    const shop = await openShop(dataDir);
    const holder = new Client({
      host: join(dataDir, "socket"),
      user: "trackside",
      database: "trackside",
      password: await readFile(join(dataDir, "database-password"), "utf8"),
    });
    holder.on("error", () => {});
    await holder.connect();
    await holder.query("begin; lock table migrations in access exclusive mode");
    const hanging = statusOf(`${shop.address}/readyz`).catch(() => "cut");
    await wait(200);

    const askedAt = Date.now();
    shop.child.kill("SIGTERM");
    expect(await shop.ended).toBe(0);
    expect(Date.now() - askedAt).toBeLessThan(10_000);
    expect(await hanging, "it gave up the query in time").toBe(503);
  });

  test("started twice on one folder, the second says so and the first goes on", async () => {
    const dataDir = await aSettledFolder();
    const first = await openShop(dataDir);

    const second = run([main], { env: { PORT: "0", DATA_DIR: dataDir } });

    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`already running at ${first.address}`);
    expect(await statusOf(`${first.address}/readyz`)).toBe(200);
  });

  test("names a port that is taken and how to take another, and leaves nothing running", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await new Promise((listening) => other.once("listening", listening));
    const { port } = other.address() as AddressInfo;
    const dataDir = await aSettledFolder();

    const shop = run([main], { env: { PORT: String(port), DATA_DIR: dataDir } });

    expect(await shop.ended).toBe(1);
    expect(shop.output()).toContain(`Port ${port} is taken by another program`);
    expect(shop.output()).toContain(`PORT=${port + 1} npm start`);
    await expect(databasePid(dataDir)).rejects.toThrow("ENOENT");
  });

  test("does not start on https with a short secret, and leaves nothing", async () => {
    const dataDir = await aDataFolder();
    const env = { PORT: "0", DATA_DIR: dataDir, APP_URL: "https://shop.example", SECRET: "changeme-changeme-changeme" };
    const shop = run([main], { env });
    expect(await shop.ended).toBe(1);
    expect(shop.output()).toContain("SECRET must have at least 32 random characters");
    expect(shop.output()).toContain("randomBytes(32)");
    expect(shop.output()).not.toContain("changeme");
    expect(existsSync(dataDir)).toBe(false);
  });

  test("[S6.4] does not start with a first admin whose password is too short, and leaves nothing", async () => {
    const dataDir = await aDataFolder();
    const shop = run([main], {
      env: { PORT: "0", DATA_DIR: dataDir, ADMIN_EMAIL: "owner@shop.example", ADMIN_PASSWORD: "short-1" },
    });
    expect(await shop.ended).toBe(1);
    expect(shop.output()).toContain("ADMIN_PASSWORD must have 8 to 128 characters");
    expect(shop.output()).not.toContain("short-1");
    expect(existsSync(dataDir)).toBe(false);
  });

  test.each([
    ["Owner-of-the-trains", "the first part of the address"],
    ["trackside-2026-forever", "the shop's name"],
    ["Password1", "a password that is guessed first"],
  ])("[S6.4] [S7.4] does not start with a first admin whose password %s holds %s, and makes no database", async (password) => {
    const dataDir = await aDataFolder();
    const shop = run([main], { env: { PORT: "0", DATA_DIR: dataDir, ADMIN_EMAIL: "owner@shop.example", ADMIN_PASSWORD: password } });
    expect(await shop.ended).toBe(1);
    expect(shop.output()).toMatch(/^ADMIN_PASSWORD: /m);
    expect(shop.output()).not.toContain(password);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("names every wrong setting and starts nothing", async () => {
    const shop = run([main], { env: { PORT: "nine", LOG_LEVEL: "loud", DATA_DIR: await aDataFolder() } });
    expect(await shop.ended).toBe(1);
    expect(shop.output()).toMatch(/PORT must.*\n.*LOG_LEVEL must/);
  });

  test("opens again after it was killed", async () => {
    const dataDir = await aSettledFolder();
    const killed = await openShop(dataDir);
    killed.child.kill("SIGKILL");
    await killed.ended;

    const next = await openShop(dataDir);
    expect(await statusOf(`${next.address}/readyz`)).toBe(200);
  });

  test("works on the operator's database, several processes on one", async () => {
    const { databaseUrl, close } = await openTestShop();
    onTestFinished(close);
    const env = { DATABASE_URL: databaseUrl, SECRET: "one secret for all processes" };
    const one = await openShop(await aDataFolder(), { env });
    const two = await openShop(await aDataFolder(), { env });
    expect(await statusOf(`${one.address}/readyz`)).toBe(200);
    expect(await statusOf(`${two.address}/readyz`)).toBe(200);
    for (const { output } of [one, two]) expect(output()).toContain("DATABASE_OWNER_URL is not set, so the shop works as the one role");
    for (const shop of [one, two]) {
      shop.child.kill("SIGINT");
      expect(await shop.ended).toBe(0);
    }
  });

  test("says what is wrong with the operator's database, and never its password", async () => {
    const { databaseUrl, close } = await openTestShop();
    onTestFinished(close);
    const wrong = new URL(databaseUrl);
    wrong.password = "hidden-word";
    const env = { PORT: "0", DATA_DIR: await aDataFolder() };

    const refused = run([main], { env: { ...env, DATABASE_URL: wrong.href } });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain("the password is wrong");
    expect(refused.output()).not.toContain("hidden-word");

    const unreachable = run([main], { env: { ...env, DATABASE_URL: "postgres://shop:hidden-word@127.0.0.1:9/shop" } });
    expect(await unreachable.ended).toBe(1);
    expect(unreachable.output()).toContain("nothing answers there");
    expect(unreachable.output()).not.toContain("hidden-word");
  });
});
