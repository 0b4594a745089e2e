import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { allOf, testsOfEveryStore } from "#tests/support/servers/every-store.ts";
import { openS3Server, type S3Server } from "#tests/support/servers/s3-server.ts";
import { isUnreachable } from "../database/is-unreachable.ts";
import type { Files } from "./files.ts";
import type { Pastime } from "./retry.ts";
import { attemptStore, openS3Files, type S3Files, StoreRefusal } from "./s3.server.ts";
import type { S3Config } from "./s3-config.ts";

const MINUTE_MS = 60_000;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A clock that advances only by waiting. */
function quickTime(): Pastime & { waits: number[] } {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    nowMs: () => now,
    random: () => 1,
    async wait(ms) {
      waits.push(ms);
      now += ms;
    },
  };
}

let storage: S3Server;
let files: S3Files;
const retryTimes = { upload: { attemptMs: 2_000, withinMs: 10 * MINUTE_MS }, other: { attemptMs: 2_000, withinMs: 2 * MINUTE_MS } };
const open = (changes: Partial<S3Config> = {}, pastime = quickTime()) =>
  openS3Files({ ...storage.config, ...changes }, retryTimes, { pastime });

beforeAll(async () => {
  storage = await openS3Server();
  files = open();
});
afterAll(() => storage.close());
beforeEach(() => {
  storage.fates.length = 0;
  storage.calls.length = 0;
});

testsOfEveryStore(() => files);

test.each([
  ["another secret", { secretAccessKey: "another" }, "SignatureDoesNotMatch"],
  ["an unknown access key", { accessKeyId: "nobody" }, "InvalidAccessKeyId"],
  ["another bucket", { bucket: "no-such-bucket" }, "NoSuchBucket"],
])("[S7.3] %s is refused by the storage, at once, and is no missing file", async (_what, changes, code) => {
  const stranger = open(changes);
  await files.put("secret", bytes("x"));
  storage.calls.length = 0;
  const calls = [stranger.get("secret"), stranger.put("secret", bytes("y")), stranger.remove("secret"), allOf(stranger.list())];
  for (const call of await Promise.allSettled(calls))
    expect(call).toMatchObject({ status: "rejected", reason: { name: "StoreRefusal", code } });
  expect(storage.calls).toHaveLength(4);
  await expect(attemptStore({ ...storage.config, ...changes }, 2_000)).rejects.toBeInstanceOf(StoreRefusal);
  expect(Buffer.from((await files.get("secret")) ?? [])).toEqual(Buffer.from("x"));
});

test("[S7.3] a listing of many pages names every file once", async () => {
  const keys = Array.from({ length: 7 }, (_, n) => `pages/${n}`);
  await Promise.all(keys.map((key) => files.put(key, bytes("x"))));
  storage.calls.length = 0;
  const paged = openS3Files(storage.config, retryTimes, { pageSize: 2 });
  const found = (await allOf(paged.list())).map(({ key }) => key);
  expect(found.filter((key) => key.startsWith("pages/")).sort()).toEqual(keys);
  expect(new Set(found).size).toBe(found.length);
  expect(storage.calls.length).toBeGreaterThan(3);
});

test("[S7.3] a listing goes on beyond the 1,000 files that storage lists at a time", { timeout: 60_000 }, async () => {
  const keys = Array.from({ length: 1_050 }, (_, n) => `many/${n}`);
  const left = [...keys];
  const putting = async () => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) await files.put(key, bytes("x"));
  };
  await Promise.all(Array.from({ length: 8 }, putting));
  storage.calls.length = 0;
  const found = (await allOf(files.list())).map(({ key }) => key).filter((key) => key.startsWith("many/"));
  expect(found.toSorted()).toEqual(keys.toSorted());
  expect(storage.calls).toHaveLength(2);
});

test("[S7.3] a file of 32 MB comes back byte for byte", async () => {
  const large = randomBytes(32 * 1024 * 1024);
  await files.put("large", large);
  expect(large.equals((await files.get("large")) ?? Buffer.alloc(0))).toBe(true);
});

test("a full disk of this machine is no storage that is away, and a file of more than 5 GB is not sent", async () => {
  await files.put("fetched", bytes("x"));
  storage.calls.length = 0;
  await expect(files.getFile("fetched", "/dev/full")).rejects.toMatchObject({ code: "ENOSPC" });
  expect(storage.calls).toHaveLength(1);

  const folder = await mkdtemp(join(tmpdir(), "trackside-s3-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "large"), "");
  await truncate(join(folder, "large"), 5 * 1024 ** 3 + 1);
  await expect(files.putFile("large", join(folder, "large"))).rejects.toThrow("more than the 5 GB");
  expect(storage.calls).toHaveLength(1);
});

test("[S9.4] a file whose bytes break off is fetched again, whole", async () => {
  const folder = await mkdtemp(join(tmpdir(), "trackside-s3-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const whole = "the whole file";
  let calls = 0;
  const server = createServer((_call, answer) => {
    calls += 1;
    answer.writeHead(200, { "Content-Length": String(whole.length) });
    if (calls === 1) answer.write(whole.slice(0, 5), () => setTimeout(() => answer.destroy(), 50));
    else answer.end(whole);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await open({ endpoint }).getFile("broken", join(folder, "fetched"))).toBe(true);
  expect(await readFile(join(folder, "fetched"), "utf8")).toBe(whole);
  expect(calls).toBe(2);
});

test("[S9.4] storage that is frozen in the middle is away, and heals when it goes on", async () => {
  const longer = { attemptMs: 300, withinMs: 20_000 };
  const store = openS3Files(storage.config, { upload: longer, other: longer });
  storage.freeze();
  const short = { attemptMs: 150, withinMs: 400 };
  const given = await openS3Files(storage.config, { upload: short, other: short })
    .get("thawed")
    .catch((error: unknown) => error);
  expect(isUnreachable(given)).toBe(true);
  const putting = store.put("thawed", bytes("whole"));
  storage.thaw();
  await putting;
  expect(Buffer.from((await store.get("thawed")) ?? [])).toEqual(Buffer.from("whole"));
});

test("[S7.3] the shop's files lie under a name of their own, so that others in the bucket are neither listed nor removed", async () => {
  await files.put("own", bytes("x"));
  expect(storage.calls).toEqual(["PUT /shop-files/trackside/own"]);
});

test.each([
  ["an upload", 10, (store: Files) => store.put("k", bytes("x"))],
  ["reading", 2, (store: Files) => store.get("k")],
  ["removal", 2, (store: Files) => store.remove("k")],
  ["listing", 2, (store: Files) => allOf(store.list())],
] as const)(
  "[S9.4] %s is retried for up to %d minutes while the storage is away, and is then a failure of it",
  async (_what, minutes, call) => {
    const pastime = quickTime();
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const failure = await call(open({ endpoint: nobody }, pastime)).then(
      () => null,
      (error: unknown) => error,
    );
    expect(isUnreachable(failure)).toBe(true);
    expect(String(failure)).toBe("Unreachable: the file store cannot be reached (ECONNREFUSED)");
    const waited = pastime.waits.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeLessThan(minutes * MINUTE_MS);
    expect(waited).toBeGreaterThan((minutes - 0.2) * MINUTE_MS);
    expect(pastime.waits.slice(0, 4)).toEqual([200, 400, 800, 1_600]);
  },
);

test("[S9.4] a temporary failure is retried: a cut connection, too many calls, a fault of the storage, silence", async () => {
  // Long enough for an answer of a busy machine; only the silence lasts as long.
  const attempts = { attemptMs: 2_000, withinMs: MINUTE_MS };
  const pastime = quickTime();
  storage.fates.push("cut", 429, 503, 500, "silent");
  await openS3Files(storage.config, { upload: attempts, other: attempts }, { pastime }).put("again", bytes("whole"));
  expect(storage.calls).toEqual(Array(6).fill("PUT /shop-files/trackside/again"));
  expect(Buffer.from((await files.get("again")) ?? [])).toEqual(Buffer.from("whole"));
});

test.each([301, 400, 403, 404, 409])("[S9.4] a storage that answers %d would say it again: it is a failure at once", async (status) => {
  storage.fates.push(status);
  await expect(files.get("k")).rejects.toMatchObject({ name: "StoreRefusal", status });
  expect(storage.calls).toHaveLength(1);
});

test("[S7.3] a storage that sends the shop elsewhere is not followed: the signed call and the bytes go nowhere else", async () => {
  const asked: string[] = [];
  const elsewhere = createServer(({ method, url }, answer) => {
    asked.push(`${method} ${url}`);
    answer.writeHead(307, { location: "/stolen" }).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    elsewhere.close();
    elsewhere.closeAllConnections();
  });
  await once(elsewhere, "listening");
  const sentAway = open({ endpoint: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}` });
  for (const call of [() => sentAway.get("k"), () => sentAway.put("k", bytes("secret"))])
    await expect(call()).rejects.toMatchObject({ name: "StoreRefusal", status: 307 });
  expect(asked.sort()).toEqual(["GET /shop-files/trackside/k", "PUT /shop-files/trackside/k"]);
});

test("[S9.4] a call that visitors wait for is given up when its time is over, though the storage says nothing", async () => {
  const short = { attemptMs: 150, withinMs: 400 };
  storage.fates.push(...Array(200).fill("silent"));
  const beganAt = performance.now();
  await expect(openS3Files(storage.config, { upload: short, other: short }).get("k")).rejects.toThrow("TimeoutError");
  expect(performance.now() - beganAt, "not for 200 silences of 150 ms").toBeLessThan(10_000);
});

test("[S7.3] an answer that is no listing is no empty store", async () => {
  const { createServer } = await import("node:http");
  const portal = createServer((_call, answer) => answer.end("<html>Welcome</html>")).listen(0, "127.0.0.1");
  onTestFinished(() => void portal.close());
  await new Promise((listening) => portal.once("listening", listening));
  const address = portal.address();
  const endpoint = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  await expect(allOf(open({ endpoint }).list())).rejects.toMatchObject({ code: "NoListing" });
  await expect(attemptStore({ ...storage.config, endpoint }, 2_000)).rejects.toMatchObject({ code: "NoListing" });
});

test("[S7.3] a failure reveals neither keys nor the storage's own words", async () => {
  const failures = await Promise.allSettled([
    open({ secretAccessKey: "hidden-one" }).get("unguessable"),
    open({ bucket: "hidden-two" }).get("unguessable"),
  ]);
  const messages = failures.map((failure) =>
    failure.status === "rejected" ? `${failure.reason} ${JSON.stringify(failure.reason)} ${failure.reason.cause}` : "",
  );
  expect(messages).toHaveLength(2);
  for (const text of messages) {
    expect(text).toContain("the file store answered");
    expect(text).not.toMatch(/hidden|unguessable|S3RVER|127\.0\.0\.1/);
  }
});
