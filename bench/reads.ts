import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { CHANGED } from "#platform/live/live.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { startHello } from "./load/hello.ts";
import { findWrk, requestsPerSecond } from "./load/wrk.ts";
import { figuresText } from "./measuring/figures.ts";
import { report, reportRatio } from "./measuring/report.ts";
import { putOnSale, signIn } from "./shops/seed-shop.ts";

const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false } } });
const ROUNDS = given.small ? 2 : 3;
const SECONDS = given.small ? 1 : 4;
const ORDERS = given.small ? 15 : 60;
const BEHIND_MAX_MS = 1_000;
/** The smallest accepted ratio to a hello world. */
const AT_LEAST = 0.4;

const wrk = findWrk();
const folder = await mkdtemp(join(tmpdir(), "trackside-reads-"));
await chmod(folder, 0o711);
const postgres = await openEmbedded(folder);
const shop = await startShop({ DATABASE_URL: postgres.url, SECRET: "a secret of the benchmark, of 32 bytes" });
const hello = await startHello();
try {
  const [productId = ""] = await putOnSale(shop, 20, 0);
  console.log(`wrk, 32 connections, brotli accepted, ${ROUNDS} rounds of ${SECONDS} s by turns with a node:http hello world.`);
  const anonymous = ["/", "/products", `/product/${productId}`, `/api/get-stock/${productId}`, "/products_database/products.json"];
  for (const path of anonymous) {
    await compare(`${path.replace(productId, "{id}")}, anonymous, requests a second`, path, { atLeast: AT_LEAST });
  }
  await measureBehind();
} finally {
  hello.stop();
  await shop.stop();
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}

async function compare(measure: string, path: string, bound: { atLeast: number }): Promise<void> {
  for (const url of [shop.address + path, hello.address]) await requestsPerSecond(url, 1);
  const [figures, yardsticks]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    yardsticks.push(await requestsPerSecond(hello.address, SECONDS));
    figures.push(await requestsPerSecond(shop.address + path, SECONDS));
  }
  reportRatio(measure, { figures, yardsticks, unit: "/s", ...bound });
}

/**
 * How long after the commit a request, sent while the pages are under load, still got the old
 * stock.
 */
async function measureBehind(): Promise<void> {
  const ids = Array.from({ length: ORDERS }, (_, n) => `FRESH-${n}`);
  const productId = await addProduct(shop, ids);
  const listener = new Client({ connectionString: postgres.url });
  await listener.connect();
  await listener.query(`listen ${CHANGED}`);
  let onStock = (_at: number) => {};
  listener.on("notification", ({ payload }) => payload === "stock" && onStock(performance.now()));

  const crowd = spawn(wrk, ["-t1", "-c32", "-d600s", "-H", "Accept-Encoding: br", `${shop.address}/products`], { stdio: "ignore" });
  const behind: number[] = [];
  for (let left = ORDERS - 1; left >= 0; left -= 1) {
    const committed = new Promise<number>((resolve) => {
      onStock = resolve;
    });
    const lastStale = pollUntil(productId, left);
    const body = JSON.stringify({ productId, quantity: 1, paymentMethod: "request" });
    const headers = { "content-type": "application/json" };
    const placed = await fetch(`${shop.address}/api/orders`, { method: "POST", headers, body });
    if (placed.status !== 201) throw new Error(`the order was not taken: ${await placed.text()}`);
    behind.push(Math.max(0, (await lastStale) - (await committed)));
  }
  crowd.kill();
  await listener.end();
  const measure = "stock as it is told, behind the commit, with /products under load, the most of all orders";
  const isReached = Math.max(...behind) <= BEHIND_MAX_MS;
  report({ measure, figure: figuresText(behind, "ms"), yardstick: "", ratio: "", toReach: `≤ ${BEHIND_MAX_MS} ms`, isReached });
}

/** When the last request was sent that was answered with another stock than this. */
async function pollUntil(productId: string, available: number): Promise<number> {
  let lastStale = Number.NEGATIVE_INFINITY;
  for (;;) {
    const askedAt = performance.now();
    const answer = await fetch(`${shop.address}/api/get-stock/${productId}`, { headers: { "accept-encoding": "br" } });
    const { availableStock }: { availableStock: number } = await answer.json();
    if (availableStock === available) return lastStale;
    lastStale = askedAt;
  }
}

async function addProduct(shop: RunningShop, ids: string[]): Promise<string> {
  const added = await fetch(`${shop.address}/api/admin/products`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: shop.address, cookie: await signIn(shop) },
    body: JSON.stringify({ name: "Often ordered", price: 499, description: "", image: "", ids }),
  });
  const { id }: { id: string } = await added.json();
  return id;
}
