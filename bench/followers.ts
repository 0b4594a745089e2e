import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { CHANGED } from "#platform/live/live.ts";
import { freePort, type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { atPace } from "./load/at-pace.ts";
import { followMany } from "./load/follow-many.ts";
import { figureAt } from "./measuring/figures.ts";
import { inspect, residentBytes } from "./measuring/memory.ts";
import { report, reportAtMost } from "./measuring/report.ts";
import { approve, cookieOf, type PlacedOrder, placeOrders } from "./shops/shop-calls.ts";

const isSmall = process.argv.includes("--small");
const FOLLOWERS = isSmall ? 1_000 : 10_000;
const APPROVALS_A_SECOND = 100;
const ROUNDS = isSmall ? 2 : 3;
const SECONDS = isSmall ? 2 : 10;
const APPROVALS = APPROVALS_A_SECOND * SECONDS;
/**
 * This many followers connect, follow approvals at the same pace and leave before anything is
 * measured, so that one-time costs are not counted.
 */
const WARMERS = 500;
/** The share of the pace that must be reached. */
const PACE_SHARE_MIN = 0.95;
const DELAY_LIMIT_MS = 1_000;
const MEMORY_LIMIT_KB = 60;
/** After everybody has left, at most this share of their memory may still be held. */
const LEFT_LIMIT = 0.2;
const LEFT_WAIT_MS = 5_000;
const KB = 1024;

const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
await chmod(folder, 0o711);
const postgres = await openEmbedded(folder);
const secret = randomBytes(32).toString("base64url");
/** In bytes for each follower. */
const memory: number[] = [];
/** The share of the memory of 10,000 followers that is still held after all were disconnected. */
const left: number[] = [];
/**
 * In ms: since the database announced the commit to the benchmark's own connection, and since the
 * approving call.
 */
const delays: number[] = [];
const delaysOfCalls: number[] = [];
const rates: number[] = [];

console.log(
  `${FOLLOWERS} followers of ${FOLLOWERS} orders at one process, ${APPROVALS_A_SECOND} approvals a second for ${SECONDS} s, ${ROUNDS} rounds.`,
);
console.log(
  "The limits of orders and streams are off in the shop's settings, for all come from one address; memory is what is held after a collection, and more than\n" +
    "what the same process held after as many approvals, without followers.\n",
);
try {
  const orders = await prepare();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [from, half] = [2 * round * APPROVALS, (2 * round + 1) * APPROVALS];
    await shopRound(orders, orders.slice(from, half), orders.slice(half, half + APPROVALS));
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
  isReached: p99 <= DELAY_LIMIT_MS && slowest >= APPROVALS_A_SECOND * PACE_SHARE_MIN,
});
reportAtMost(
  "live: memory for each follower",
  memory.map((bytes) => bytes / KB),
  "KB",
  MEMORY_LIMIT_KB,
);
reportAtMost("live: of that memory, held still when all were cut off at once", left, "of 1", LEFT_LIMIT);

/** Places the orders in a database that the shops of all rounds use, one after another. */
async function prepare(): Promise<PlacedOrder[]> {
  const shop = await startShop({ DATABASE_URL: postgres.url, SECRET: secret });
  try {
    return await placeOrders(shop, FOLLOWERS);
  } finally {
    await shop.stop();
  }
}

async function shopRound(orders: PlacedOrder[], warming: PlacedOrder[], due: PlacedOrder[]): Promise<void> {
  const inspectPort = await freePort();
  const shop = await startShop({ DATABASE_URL: postgres.url, SECRET: secret, NODE_OPTIONS: `--inspect=${inspectPort}` });
  const held = async () => {
    await inspect(inspectPort);
    return residentBytes(shop.pid);
  };
  try {
    const port = Number(new URL(shop.address).port);
    const cookie = await cookieOf(shop);
    const paths = orders.map(({ requestCode, accessKey }) => ({ path: `/api/orders/${requestCode}/events`, key: accessKey }));
    const first = await followMany(port, paths.slice(0, WARMERS));
    await atPace(warming, APPROVALS_A_SECOND, (order) => approve(shop, cookie, order));
    await first.close();
    await wait(LEFT_WAIT_MS);
    const before = await held();
    const followers = await followMany(port, paths);
    const bytes = (await held()) - before;
    memory.push(bytes / paths.length);
    await approveAndReceive(shop, cookie, orders, due, followers.onChange);
    await followers.close();
    await wait(LEFT_WAIT_MS);
    left.push(Math.max(0, (await held()) - before) / bytes);
  } finally {
    await shop.stop();
  }
}

/**
 * Approves one order after another, and records for each follower the time since its commit and
 * since the call.
 */
async function approveAndReceive(
  shop: RunningShop,
  cookie: string,
  orders: PlacedOrder[],
  due: PlacedOrder[],
  onChange: (onEvent: (who: number) => void) => void,
) {
  const calledAt = new Map<string, number>();
  const committedAt = new Map<string, number>();
  const receivedAt = new Map<string, number>();
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  // If the shop fails, its database closes before this connection does; the shop's error must not
  // be hidden.
  database.on("error", () => {});
  database.on("notification", ({ payload = "" }) => committedAt.set(payload, performance.now()));
  await database.query(`listen ${CHANGED}`);
  onChange((who) => receivedAt.set(`order:${orders[who]?.requestCode}`, performance.now()));

  const startedAt = performance.now();
  await atPace(due, APPROVALS_A_SECOND, (order) => {
    calledAt.set(`order:${order.requestCode}`, performance.now());
    return approve(shop, cookie, order);
  });
  rates.push((due.length * 1_000) / (performance.now() - startedAt));
  const topics = due.map(({ requestCode }) => `order:${requestCode}`);
  const areAllReceived = () => topics.every((topic) => receivedAt.has(topic) && committedAt.has(topic));
  for (const until = performance.now() + 10_000; !areAllReceived() && performance.now() < until; ) await wait(20);
  await database.end();
  if (!areAllReceived()) throw new Error("not every follower received the approval");
  for (const topic of topics) {
    const receivedAtMs = receivedAt.get(topic) ?? Number.NaN;
    delays.push(Math.max(0, receivedAtMs - (committedAt.get(topic) ?? Number.NaN)));
    delaysOfCalls.push(receivedAtMs - (calledAt.get(topic) ?? Number.NaN));
  }
}
