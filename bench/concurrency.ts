import { spawnSync } from "node:child_process";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startShop } from "#tests/support/running-shop.ts";
import { median } from "./figures.ts";
import { reportRatio } from "./report.ts";
import { putOnSale } from "./seed-shop.ts";

const AT_LEAST = 1.3;
const PRODUCTS = 20;
const CONNECTIONS = 32;

const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false } } });
const [rounds, seconds] = given.small ? [3, 2] : [5, 4];

if (spawnSync("wrk", ["-v"]).error) {
  console.error("wrk is missing, which sends the requests (on Debian: apt-get install wrk)");
  process.exit(1);
}

// Both run all the time; who is not asked costs nothing.
const one = await startShop({ WEB_CONCURRENCY: "1" });
const two = await startShop({ WEB_CONCURRENCY: "2" });
try {
  const shops = await Promise.all([one, two].map(async (shop) => ({ shop, products: await putOnSale(shop, PRODUCTS, 0) })));
  console.log(
    `Reads of WEB_CONCURRENCY=2 against 1: ${CONNECTIONS} connections, ${rounds} rounds by turns of ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const reads: [string, (product: string) => string][] = [
    ["/products?q=account, which is made for each", () => "/products?q=account"],
    ["/products, anonymous", () => "/products"],
    ["GET /api/get-stock/{id}", (product) => `/api/get-stock/${product}`],
  ];
  for (const [name, pathOf] of reads) {
    const figures: number[][] = [[], []];
    for (let round = -1; round < rounds; round += 1) {
      for (const [n, { shop, products }] of shops.entries()) {
        const perSecond = readsPerSecond(shop.address + pathOf(products[0] ?? ""));
        if (round >= 0) figures[n]?.push(perSecond);
      }
    }
    const [alone = [], together = []] = figures;
    console.log(`  ${name}: ${Math.round(median(together))} against ${Math.round(median(alone))}`);
    reportRatio(`\`WEB_CONCURRENCY=2\`, reads of ${name}`, { figures: together, yardsticks: alone, unit: "a second", atLeast: AT_LEAST });
  }
} finally {
  await Promise.all([one.stop(), two.stop()]);
}

/** Good answers a second, as wrk counts them. Throws where any was not good. */
function readsPerSecond(url: string): number {
  const named = ["-H", "accept-encoding: br"];
  const { stdout, stderr } = spawnSync("wrk", ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, ...named, url], { encoding: "utf8" });
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  if (perSecond === undefined || /Non-2xx/.test(stdout)) throw new Error(`wrk could not read ${url}: ${stdout}${stderr}`);
  return Number(perSecond);
}
