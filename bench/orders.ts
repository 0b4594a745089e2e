import { join } from "node:path";
import { parseArgs } from "node:util";
import { letBuy, type OrderLoad, writeBuyers } from "./load/order-load.ts";
import { approvalRate, rushTime } from "./load/order-steps.ts";
import { findPgbench, runPgbench, writeScript } from "./load/pgbench.ts";
import { figuresText, median } from "./measuring/figures.ts";
import { report, reportAtMost, reportRatio } from "./measuring/report.ts";
import { openOrderShop } from "./shops/order-shop.ts";

// Takes about three minutes; `npm run bench -- orders --small` takes one, to try it out.
const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false } } });
const BUYERS = 64;
const ROUNDS = given.small ? 1 : 3;
const SECONDS = given.small ? 3 : 10;
/**
 * Connections idle for half a minute are closed. Reopening them, and planning their statements, is
 * not part of a busy shop's usual work.
 */
const SECONDS_BEFORE = given.small ? 1 : 2;
/** More than are placed in a round on any machine tried so far: up to 4,400 a second for 12 s. */
const ORDERS_A_ROUND = 60_000;
const APPROVALS = 300;
const [RUSHING, LAST_IDS, RUSH_MS] = [500, 10, 2_000];

const spread: OrderLoad = { prefix: "spread-", products: 20 };
const hot: OrderLoad = { prefix: "hot-", products: 1 };

const pgbench = findPgbench();
const shop = await openOrderShop();
try {
  const script = join(shop.folder, "yardstick.sql");
  writeScript(script, spread.prefix, spread.products);
  const stockUp = ({ prefix, products }: OrderLoad) => shop.stockUp(prefix, products, Math.ceil(ORDERS_A_ROUND / products));
  const buyersOf = (load: OrderLoad) => {
    const buyers = join(shop.folder, `${load.prefix}.lua`);
    writeBuyers(buyers, load);
    return buyers;
  };
  const place = async (load: OrderLoad) => {
    await stockUp(load);
    await letBuy(shop.address, buyersOf(load), BUYERS, SECONDS_BEFORE);
    return letBuy(shop.address, buyersOf(load), BUYERS, SECONDS);
  };
  for (const load of [spread, hot]) {
    await stockUp(load);
    await letBuy(shop.address, buyersOf(load), BUYERS, 1);
  }

  const rates = { yardstick: [] as number[], spread: [] as number[], hot: [] as number[] };
  const approvals: number[] = [];
  const rushes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await stockUp(spread);
    rates.yardstick.push(await runPgbench(pgbench, shop.databaseUrl, script, BUYERS, SECONDS));
    rates.spread.push(await place(spread));
    rates.hot.push(await place(hot));
    approvals.push(await approvalRate(shop, `${spread.prefix}1`, APPROVALS / ROUNDS));
    await shop.stockUp(`last-${round}-`, 1, LAST_IDS);
    rushes.push(await rushTime(shop, `last-${round}-1`, RUSHING, LAST_IDS));
  }

  const unit = "orders/s";
  reportRatio(`orders over HTTP, ${BUYERS} buyers, 20 products (yardstick: pgbench, ${BUYERS} clients, one order a transaction)`, {
    figures: rates.spread,
    yardsticks: rates.yardstick,
    unit,
    atLeast: 1,
  });
  reportRatio("orders of one hot product (yardstick: those of 20 products)", {
    figures: rates.hot,
    yardsticks: rates.spread,
    unit,
    atLeast: 0.8,
  });
  reportAtMost(`${RUSHING} buyers at once for the last ${LAST_IDS} IDs: until all have their answer`, rushes, "ms", RUSH_MS);
  report({
    measure: "approvals",
    figure: figuresText(approvals, "approvals/s"),
    yardstick: "",
    ratio: "",
    toReach: "≥ 100 a second",
    isReached: median(approvals) >= 100,
  });
} finally {
  await shop.close();
}
