import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { get, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { isAlive, sendSignal, webProcessesOf } from "#tests/support/processes/processes.ts";
import { freePort, type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { lostOrders, verify } from "#tests/torture/aftermath.ts";
import { freshIds } from "#tests/torture/crash.ts";
import { asOwner } from "#tests/torture/owners-calls.ts";
import { startStorm } from "#tests/torture/storm.ts";
import { aSettledFolder, isBuilt, main, needsBuild, run } from "../shop-process.ts";

/** A shop that outlives what happens to its web processes. */
let shop: RunningShop;
beforeAll(async () => {
  if (isBuilt) shop = await startShop({ WEB_CONCURRENCY: "2", LOG_LEVEL: "info" });
}, 40_000);
afterAll(() => shop?.stop());

/** Waits until a web process that ended has been replaced, of as many as the log has so far. */
async function replaced(before: number): Promise<void> {
  await vi.waitFor(() => expect(replacements()).toBe(before + 1), { timeout: 30_000 });
}
const replacements = () => shop.said().split("web process back").length - 1;

/** Sends a request on its own connection; status 0 means no answer in this time. */
function ask(url: string, timeout = 20_000): Promise<number> {
  return new Promise((resolve) => {
    const asked = get(url, { agent: false, timeout }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    asked.on("timeout", () => asked.destroy()).on("error", () => resolve(0));
  });
}

/**
 * Sends the headers of a request and waits until a process has them. The returned function sends
 * the body, which is not valid JSON, and resolves to the status; 0 means no answer.
 */
async function askHalf(address: string): Promise<() => Promise<number>> {
  const headers = { "content-type": "application/json", "content-length": "4", expect: "100-continue" };
  const asked = request(`${address}/api/orders`, { method: "POST", agent: false, headers });
  const status = new Promise<number>((resolve) => {
    asked.on("response", (answer) => answer.resume().on("end", () => resolve(answer.statusCode ?? 0))).on("error", () => resolve(0));
  });
  asked.flushHeaders();
  await once(asked, "continue");
  return () => {
    asked.end("{no}");
    return status;
  };
}

test.skipIf(!isBuilt)(
  `of two web processes one is killed under load: who comes then is served, no acknowledged order is lost, and it is replaced${needsBuild}`,
  async () => {
    const owner = await asOwner(shop);
    const storm = startStorm(shop, owner, [await owner.putOnSale("Verified account", freshIds(500))], 4);
    const before = webProcessesOf(shop.pid);
    expect(before).toHaveLength(2);
    const killed = before[0];
    await vi.waitFor(() => expect(storm.acknowledged.length).toBeGreaterThan(3), { timeout: 20_000 });

    const replacedBefore = replacements();
    sendSignal(killed, "SIGKILL");
    const answers: number[] = [];
    for (let n = 0; n < 30; n += 1) answers.push(await ask(`${shop.address}/api/products`, 5_000));
    // One connection may have been handed to the killed process before its exit was noticed. Node
    // then neither answers nor closes it.
    expect(answers.filter((status) => status !== 200).length).toBeLessThanOrEqual(1);
    await replaced(replacedBefore);
    const now = webProcessesOf(shop.pid);
    expect(now).toHaveLength(2);
    expect(now).not.toContain(killed);
    await storm.stop();

    const others = [...storm.answers].filter(([status]) => ![200, 201, 409].includes(status));
    // Requests in progress in the killed process are cut off; a buyer makes one request at a time.
    expect(others.filter(([status]) => status !== 0)).toEqual([]);
    expect(others.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(4);
    expect(await lostOrders(await asOwner(shop), storm.acknowledged)).toEqual([]);
    expect(verify({ DATA_DIR: shop.dataDir })).toEqual([]);
    await shop.says(/"event":"web process ended","worker":[12],"status":null,"signal":"SIGKILL"/);
  },
  // A buyer of the storm whose connection was lost waits for 20 s.
  60_000,
);

test.skipIf(!isBuilt)(
  `a web process that gets SIGTERM answers its requests: no visitor notices, and it is replaced${needsBuild}`,
  async () => {
    const replacedBefore = replacements();
    const [stopped] = webProcessesOf(shop.pid);
    const answers: number[] = [];
    let isOver = false;
    const visitor = async () => {
      while (!isOver) answers.push(await ask(`${shop.address}/api/products`));
    };
    const visitors = Promise.all([visitor(), visitor(), visitor(), visitor()]);
    sendSignal(stopped, "SIGTERM");
    await replaced(replacedBefore);
    isOver = true;
    await visitors;
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    expect(answers.length).toBeGreaterThan(20);
    expect(webProcessesOf(shop.pid)).not.toContain(stopped);
  },
);

test.skipIf(!isBuilt)(`a web process that is frozen gets one connection; all others are answered${needsBuild}`, async () => {
  const [frozen] = webProcessesOf(shop.pid);
  sendSignal(frozen, "SIGSTOP");
  const all = Array.from({ length: 60 }, () => ask(`${shop.address}/healthz`));
  let answered = 0;
  for (const one of all) void one.then((status) => (answered += Number(status === 200)));
  await vi.waitFor(() => expect(answered).toBeGreaterThanOrEqual(60 - 1), { timeout: 15_000 });
  expect(answered).toBeLessThan(60);
  sendSignal(frozen, "SIGCONT");
  expect(await Promise.all(all)).toEqual(all.map(() => 200));
});

test.skipIf(!isBuilt)(
  `web processes know the set-up link, answer as one shop that commands find, and stop together within ten seconds${needsBuild}`,
  async () => {
    const dataDir = await aSettledFolder();
    const shop = await startShop({ DATA_DIR: dataDir, ADMIN_EMAIL: "", ADMIN_PASSWORD: "", WEB_CONCURRENCY: "2" });
    onTestFinished(() => (isAlive(shop.pid) ? shop.stop().then(() => {}) : undefined));
    const [, link = ""] = await shop.says(/It works once: (\S+)/);
    // Each of the two processes gets its turn.
    for (let n = 0; n < 4; n += 1) for (const url of [link, `${shop.address}/products`]) expect(await ask(url)).toBe(200);
    expect(JSON.parse(await readFile(join(dataDir, "running.json"), "utf8"))).toMatchObject({ pid: shop.pid, address: shop.address });

    const workers = webProcessesOf(shop.pid);
    const stopped = performance.now();
    const underWay = await Promise.all(Array.from({ length: 8 }, () => askHalf(shop.address)));
    const ended = shop.stop();
    expect(await Promise.all(underWay.map((finish) => finish()))).toEqual(underWay.map(() => 400));
    expect(await ended).toBe(0);
    expect(performance.now() - stopped).toBeLessThan(10_000);
    expect(workers.map(isAlive)).toEqual([false, false]);
  },
);

test.skipIf(!isBuilt)(`web processes end with their owner, however that dies; a taken port is named once${needsBuild}`, async () => {
  const dataDir = await aSettledFolder();
  const port = String(await freePort());
  const owner = run([main], { env: { DATA_DIR: dataDir, PORT: port, WEB_CONCURRENCY: "2" } });
  await owner.says(/open: /);
  const workers = webProcessesOf(owner.child.pid ?? 0);
  const second = run([main], { env: { DATA_DIR: await aSettledFolder(), PORT: port, WEB_CONCURRENCY: "2" } });
  expect(await second.ended).toBe(1);
  expect(second.output().match(/is taken by another program/g)).toHaveLength(1);
  owner.child.kill("SIGKILL");
  await vi.waitFor(() => expect(workers.map(isAlive)).toEqual([false, false]), { timeout: 20_000 });
});
