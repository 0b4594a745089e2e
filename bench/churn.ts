import { parseArgs } from "node:util";
import { openOrderShop } from "./order-shop.ts";
import { buy, cancel } from "./order-steps.ts";
import { reportRatio } from "./report.ts";

// One million orders of 20 products and half a million cancellations. The first and the last thousand come one after another; those between from 32 buyers at once, which
// takes most of an hour (`--buyers 1`: all one after another, hours). `npm run bench -- churn --small` does 20,000 orders.
const { values: given } = parseArgs({
  options: { small: { type: "boolean", default: false }, orders: { type: "string" }, buyers: { type: "string", default: "32" } },
});
const orders = Number(given.orders ?? (given.small ? 20_000 : 1_000_000));
const buyers = Number(given.buyers);
const COMPARED = 1_000;
const TOLD_EVERY = 50_000;
const SPARE_IDS = 5_000;
const PREFIX = "churn-";
const PRODUCTS = 20;

const shop = await openOrderShop();
try {
  await shop.stockUp(PREFIX, PRODUCTS, Math.ceil((orders / 2 + SPARE_IDS) / PRODUCTS));
  const startedAt = performance.now();
  const first = await oneAfterAnother(COMPARED);
  let placed = COMPARED;
  const between = Array.from({ length: buyers }, async () => {
    while (placed < orders - COMPARED) {
      placed += 1;
      const n = placed;
      const bought = await buy(shop, productOf(n));
      if (n % 2 === 1) await cancel(shop, bought);
      if (n % TOLD_EVERY === 0) console.log(`${n} orders after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    }
  });
  await Promise.all(between);
  const last = await oneAfterAnother(COMPARED);
  reportRatio(
    `churn: the last ${COMPARED} of ${orders} orders, half of them cancelled (yardstick: the first ${COMPARED}; both one after another)`,
    {
      ...{ figures: last, yardsticks: first, unit: "ms", atMost: 1.3 },
    },
  );
} finally {
  await shop.close();
}

/** Two orders one after the other of each product, of which the second is cancelled. */
function productOf(n: number): string {
  return `${PREFIX}${1 + (Math.floor(n / 2) % PRODUCTS)}`;
}

/** How long each order takes, in ms; every second one is cancelled. */
async function oneAfterAnother(howMany: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < howMany; n += 1) {
    const beganAt = performance.now();
    const bought = await buy(shop, productOf(n));
    times.push(performance.now() - beganAt);
    if (n % 2 === 1) await cancel(shop, bought);
  }
  return times;
}
