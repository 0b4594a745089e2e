import { join } from "node:path";
import { parseArgs } from "node:util";
import { median, told } from "./figures.ts";
import { letBuy, type OrderLoad, writeBuyers, writeDeciders } from "./order-load.ts";
import { openOrderShop } from "./order-shop.ts";
import { approvalRate, commitTimes, orderTimes } from "./order-steps.ts";
import { findPgbench, runPgbench, writeScript } from "./pgbench.ts";
import { report, reportRatio } from "./report.ts";

// About eight minutes; `npm run bench -- orders --small` takes one, to try it.
const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false } } });
const BUYERS = 64;
/** Of them. */
const DECIDERS = 4;
const ROUNDS = given.small ? 1 : 5;
const SECONDS = given.small ? 3 : 10;
/** Connections that nobody used for half a minute were closed; opening them anew, and planning on each what is asked of it, is not what a busy shop does all the time. */
const SECONDS_BEFORE = given.small ? 1 : 2;
/** More than are placed in a round, on any machine that this was tried on: up to 4,400 a second for 12 s. */
const ORDERS_A_ROUND = 60_000;
const APPROVALS = 300;
const ORDERS_OF_ONE = 100;

const spread: OrderLoad = { prefix: "spread-", products: 20, upToIds: 1 };
const hot: OrderLoad = { prefix: "hot-", products: 1, upToIds: 1 };
const mixed: OrderLoad = { prefix: "mixed-", products: 20, upToIds: 5 };

const pgbench = findPgbench();
const shop = await openOrderShop();
try {
  const script = join(shop.folder, "yardstick.sql");
  writeScript(script, spread.prefix, spread.products);
  const stockUp = ({ prefix, products, upToIds }: OrderLoad) =>
    shop.stockUp(prefix, products, Math.ceil((ORDERS_A_ROUND * (upToIds + 1)) / 2 / products));
  const buyersOf = (load: OrderLoad) => {
    const buyers = join(shop.folder, `${load.prefix}.lua`);
    writeBuyers(buyers, load);
    return buyers;
  };
  const letAllBuy = (load: OrderLoad) => (seconds: number) => letBuy(shop.address, buyersOf(load), BUYERS, seconds);
  const deciders = join(shop.folder, "deciders.lua");
  writeDeciders(deciders, mixed, { cookie: shop.cookie, origin: shop.address });
  /** Of the buyers some cancel what they ordered, or have it approved. Theirs are orders, too. */
  const letBuyAndDecide = async (seconds: number) => {
    const rates = [letBuy(shop.address, buyersOf(mixed), BUYERS - DECIDERS, seconds), letBuy(shop.address, deciders, DECIDERS, seconds)];
    return (await Promise.all(rates)).reduce((sum, rate) => sum + rate);
  };
  const place = async (load: OrderLoad, letThemBuy: (seconds: number) => Promise<number>) => {
    await stockUp(load);
    await letThemBuy(SECONDS_BEFORE);
    return letThemBuy(SECONDS);
  };
  for (const load of [spread, hot, mixed]) {
    await stockUp(load);
    await letAllBuy(load)(1);
  }

  const rates = { yardstick: [] as number[], spread: [] as number[], hot: [] as number[], mixed: [] as number[] };
  const times = { commit: [] as number[], order: [] as number[] };
  const approvals: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await stockUp(spread);
    rates.yardstick.push(await runPgbench(pgbench, shop.databaseUrl, script, BUYERS, SECONDS));
    rates.spread.push(await place(spread, letAllBuy(spread)));
    rates.hot.push(await place(hot, letAllBuy(hot)));
    rates.mixed.push(await place(mixed, letBuyAndDecide));
    times.commit.push(median(await commitTimes(shop, ORDERS_OF_ONE)));
    times.order.push(median(await orderTimes(shop, `${spread.prefix}1`, ORDERS_OF_ONE)));
    approvals.push(await approvalRate(shop, `${spread.prefix}1`, APPROVALS / ROUNDS));
  }

  const unit = "orders/s";
  reportRatio(`orders over HTTP, ${BUYERS} buyers, 20 products (yardstick: pgbench, ${BUYERS} clients, one order a transaction)`, {
    ...{ figures: rates.spread, yardsticks: rates.yardstick, unit, atLeast: 1 },
  });
  reportRatio("orders of one hot product (yardstick: those of 20 products)", {
    ...{ figures: rates.hot, yardsticks: rates.spread, unit, atLeast: 0.8 },
  });
  reportRatio("orders of 1 to 5 IDs, with cancellations and approvals in between (yardstick: those of 20 products)", {
    ...{ figures: rates.mixed, yardsticks: rates.spread, unit, atLeast: 0.8 },
  });
  const [commit, order] = [median(times.commit), median(times.order)];
  report({
    measure: "one buyer's order, from the request to the durable answer, p50 (yardstick: one durable commit)",
    figure: told(times.order, "ms"),
    yardstick: told(times.commit, "ms"),
    ratio: (order / commit).toFixed(3),
    toReach: `≤ 4 commits + 5 ms, here ${(4 * commit + 5).toFixed(1)} ms`,
    isReached: order <= 4 * commit + 5,
  });
  const rate = median(approvals);
  report({
    ...{ measure: "approvals", figure: told(approvals, "approvals/s"), yardstick: "", ratio: "", toReach: "≥ 100 a second" },
    isReached: rate >= 100,
  });
} finally {
  await shop.close();
}
