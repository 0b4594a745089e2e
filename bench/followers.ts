import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { openEmbedded } from "#platform/database/embedded.server.ts";
import { CHANGED } from "#platform/live/channel.ts";
import { freePort, type RunningShop, startShop } from "#tests/support/running-shop.ts";
import { figureAt } from "./figures.ts";
import { followMany } from "./follow-many.ts";
import { inspect } from "./inspector.ts";
import { residentBytes } from "./memory.ts";
import { report, reportRatio } from "./report.ts";
import { approve, cookieOf, type PlacedOrder, placeOrders } from "./shop-calls.ts";

const isSmall = process.argv.includes("--small");
const FOLLOWERS = isSmall ? 1_000 : 10_000;
const APPROVALS_A_SECOND = 100;
const ROUNDS = isSmall ? 2 : 5;
const SECONDS = isSmall ? 3 : 10;
/** Some come and go before anything is measured: what the first ones need is needed once. */
const WARMERS = 500;
/** A pace is kept where no more than a twentieth is missing. */
const PACE_KEPT = 0.95;
const DELAY_LIMIT_MS = 1_000;
const MEMORY_LIMIT = 1.5;
const KB = 1024;

const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
await chmod(folder, 0o711);
const postgres = await openEmbedded(folder);
const secret = randomBytes(32).toString("base64url");
const memory: Record<"shop" | "raw", number[]> = { shop: [], raw: [] };
/** In ms, since the database told of the commit on a connection of the benchmark's own, and since the call that approved. */
const delays: number[] = [];
const delaysOfCalls: number[] = [];
const rates: number[] = [];

console.log(
  `${FOLLOWERS} followers of ${FOLLOWERS} orders at one process, ${APPROVALS_A_SECOND} approvals a second for ${SECONDS} s, ${ROUNDS} rounds.`,
);
console.log(
  "The limits of orders and streams are off in the shop's settings, for all come from one address; memory is what is held after a collection.\n",
);
try {
  const orders = await prepare();
  for (let round = 0; round < ROUNDS; round += 1) {
    memory.raw.push(await rawRound());
    const due = orders.slice(round * APPROVALS_A_SECOND * SECONDS, (round + 1) * APPROVALS_A_SECOND * SECONDS);
    memory.shop.push(await shopRound(orders, due));
  }
} finally {
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}

const p99 = figureAt(delays, 0.99);
const slowest = Math.min(...rates);
report({
  measure: `live: ${FOLLOWERS.toLocaleString("en")} followers, ${APPROVALS_A_SECOND} approvals a second: commit to event, p99`,
  figure: `${p99.toFixed(1)} ms (from the call: p50 ${Math.round(figureAt(delaysOfCalls, 0.5))} ms, p99 ${Math.round(figureAt(delaysOfCalls, 0.99))} ms; ${Math.round(slowest)} approvals/s at least)`,
  yardstick: "",
  ratio: "",
  toReach: "≤ 1 s",
  isReached: p99 <= DELAY_LIMIT_MS && slowest >= APPROVALS_A_SECOND * PACE_KEPT,
});
reportRatio("live: memory for each follower, and that of node:http's own", {
  figures: memory.shop.map((bytes) => bytes / KB),
  yardsticks: memory.raw.map((bytes) => bytes / KB),
  unit: "KB",
  atMost: MEMORY_LIMIT,
});

/** Lays down the orders, in a database that the shops of all rounds use after one another. */
async function prepare(): Promise<PlacedOrder[]> {
  const shop = await startShop({ DATABASE_URL: postgres.url, SECRET: secret });
  try {
    return await placeOrders(shop, FOLLOWERS);
  } finally {
    await shop.stop();
  }
}

async function rawRound(): Promise<number> {
  const [port, inspectPort] = [await freePort(), await freePort()];
  const file = fileURLToPath(new URL("followers-raw.ts", import.meta.url));
  const server: ChildProcess = spawn(process.execPath, [`--inspect=${inspectPort}`, file], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port) },
    stdio: ["ignore", "ignore", "ignore"],
  });
  const ended = once(server, "exit");
  while (!(await answers(port))) await wait(50);
  try {
    const { bytes, close } = await open(
      server.pid ?? 0,
      port,
      inspectPort,
      Array.from({ length: FOLLOWERS }, () => ({ path: "/" })),
    );
    await close();
    return bytes;
  } finally {
    server.kill();
    await ended;
  }
}

async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}`).catch(() => null);
  await answer?.body?.cancel();
  return answer !== null;
}

async function shopRound(orders: PlacedOrder[], due: PlacedOrder[]): Promise<number> {
  const inspectPort = await freePort();
  const shop = await startShop({ DATABASE_URL: postgres.url, SECRET: secret, NODE_OPTIONS: `--inspect=${inspectPort}` });
  try {
    const port = Number(new URL(shop.address).port);
    const paths = orders.map(({ requestCode, accessKey }) => ({ path: `/api/orders/${requestCode}/events`, key: accessKey }));
    const { bytes, onChange, close } = await open(shop.pid, port, inspectPort, paths);
    await approveAtPace(shop, orders, due, onChange);
    await close();
    return bytes;
  } finally {
    await shop.stop();
  }
}

/** Opens all connections, and tells what each costs. */
async function open(pid: number, port: number, inspectPort: number, paths: { path: string; key?: string }[]) {
  const first = await followMany(port, paths.slice(0, WARMERS));
  await first.close();
  await inspect(inspectPort);
  const before = await residentBytes(pid);
  const followers = await followMany(port, paths);
  await inspect(inspectPort);
  return { ...followers, bytes: ((await residentBytes(pid)) - before) / paths.length };
}

/** Approves one order after the other at an even pace, and notes how long after its commit, and after the call, each follower heard. */
async function approveAtPace(
  shop: RunningShop,
  orders: PlacedOrder[],
  due: PlacedOrder[],
  onChange: (heard: (who: number) => void) => void,
) {
  const cookie = await cookieOf(shop);
  const calledAt = new Map<string, number>();
  const committedAt = new Map<string, number>();
  const heardAt = new Map<string, number>();
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  database.on("notification", ({ payload = "" }) => committedAt.set(payload, performance.now()));
  await database.query(`listen ${CHANGED}`);
  onChange((who) => heardAt.set(`order:${orders[who]?.requestCode}`, performance.now()));

  const startedAt = performance.now();
  const approvals: Promise<void>[] = [];
  for (const [n, order] of due.entries()) {
    const early = startedAt + (n * 1_000) / APPROVALS_A_SECOND - performance.now();
    if (early > 1) await wait(early);
    calledAt.set(`order:${order.requestCode}`, performance.now());
    approvals.push(approve(shop, cookie, order));
  }
  await Promise.all(approvals);
  rates.push((due.length * 1_000) / (performance.now() - startedAt));
  const topics = due.map(({ requestCode }) => `order:${requestCode}`);
  const areTold = () => topics.every((topic) => heardAt.has(topic) && committedAt.has(topic));
  for (const until = performance.now() + 10_000; !areTold() && performance.now() < until; ) await wait(20);
  await database.end();
  if (!areTold()) throw new Error("not every follower heard of the approval");
  for (const topic of topics) {
    const heard = heardAt.get(topic) ?? Number.NaN;
    delays.push(Math.max(0, heard - (committedAt.get(topic) ?? Number.NaN)));
    delaysOfCalls.push(heard - (calledAt.get(topic) ?? Number.NaN));
  }
}
