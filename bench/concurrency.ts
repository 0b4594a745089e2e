import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { requestsPerSecond } from "./load/wrk.ts";
import { report } from "./measuring/report.ts";
import { putOnSale } from "./shops/seed-shop.ts";

/** The smallest accepted ratio to one process, in each round. */
const AT_LEAST = 0.95;
const ROUNDS = 3;
const PRODUCTS = 20;
const CONNECTIONS = 64;
/**
 * One thread per core: a single thread would wait for its turn beside one of the two processes
 * while the other idles.
 */
const THREADS = availableParallelism();
/**
 * Rounds that do not count. Each of two processes has handled half as much as a single one, and hot
 * code keeps getting faster for a while.
 */
const WARM_UP_ROUNDS = 2;

const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false } } });
const seconds = given.small ? 2 : 4;
// Both run all the time; an idle shop costs nothing.
const one = await startShop({ WEB_CONCURRENCY: "1" });
const two = await startShop({ WEB_CONCURRENCY: "2" });
try {
  const shops = await Promise.all([one, two].map(async (shop) => ({ shop, products: await putOnSale(shop, PRODUCTS, 0) })));
  console.log(
    `${CONNECTIONS} connections in ${THREADS} threads, ${ROUNDS} rounds by turns of ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const reads: [string, (product: string) => string][] = [
    ["/products?q=account, which is made for each", () => "/products?q=account"],
    ["/products, anonymous", () => "/products"],
    ["GET /api/get-stock/{id}", (product) => `/api/get-stock/${product}`],
  ];
  for (const [name, pathOf] of reads) {
    const [alone = "", together = ""] = shops.map(({ shop, products }) => shop.address + pathOf(products[0] ?? ""));
    const ratios: number[] = [];
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const yardstick = await readsPerSecond(alone);
      const figure = await readsPerSecond(together);
      if (round >= 0) ratios.push(figure / yardstick);
    }
    report({
      measure: `WEB_CONCURRENCY=2, reads of ${name}, each round`,
      figure: ratios.map((ratio) => ratio.toFixed(2)).join(", "),
      yardstick: "WEB_CONCURRENCY=1",
      ratio: `${Math.min(...ratios).toFixed(3)} at least`,
      toReach: `≥ ${AT_LEAST} in each`,
      isReached: Math.min(...ratios) >= AT_LEAST,
    });
  }
} finally {
  await Promise.all([one.stop(), two.stop()]);
}

function readsPerSecond(url: string): Promise<number> {
  return requestsPerSecond(url, seconds, { connections: CONNECTIONS, threads: THREADS });
}
