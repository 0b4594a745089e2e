import { parseArgs } from "node:util";
import { openOrderShop } from "./order-shop.ts";
import { buy, cancel } from "./order-steps.ts";
import { reportRatio } from "./report.ts";

// One million orders and half a million cancellations, one after another, take hours: `npm run bench -- churn --small` does 20,000 orders.
const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false }, orders: { type: "string" } } });
const orders = Number(given.orders ?? (given.small ? 20_000 : 1_000_000));
const COMPARED = 1_000;
const TOLD_EVERY = 50_000;
const SPARE_IDS = 5_000;

const shop = await openOrderShop();
try {
  await shop.stockUp("churn-", 1, Math.ceil(orders / 2) + SPARE_IDS);
  const startedAt = performance.now();
  const times: { first: number[]; last: number[] } = { first: [], last: [] };
  for (let n = 0; n < orders; n += 1) {
    const beganAt = performance.now();
    const bought = await buy(shop, "churn-1");
    const ms = performance.now() - beganAt;
    if (n < COMPARED) times.first.push(ms);
    if (n >= orders - COMPARED) times.last.push(ms);
    if (n % 2 === 1) await cancel(shop, bought);
    if (n % TOLD_EVERY === TOLD_EVERY - 1) console.log(`${n + 1} orders after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }
  reportRatio(`churn: the last ${COMPARED} of ${orders} orders, half of them cancelled (yardstick: the first ${COMPARED})`, {
    ...{ figures: times.last, yardsticks: times.first, unit: "ms", atMost: 1.3 },
  });
} finally {
  await shop.close();
}
