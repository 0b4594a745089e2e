import { resolve } from "node:path";
import { openFake } from "#server/fake-provider/open-fake.ts";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { payOrders, placePayable } from "./load/pay-orders.ts";
import { readPage } from "./load/personal-pages.ts";
import { figureAt } from "./measuring/figures.ts";
import { report, reportRatio } from "./measuring/report.ts";
import { type MoneyShop, openMoneyShop } from "./shops/money-shop.ts";
import { cookieOf, stockUp } from "./shops/shop-calls.ts";

const isSmall = process.argv.includes("--small");
const PER_SECOND = 20;
const SECONDS = isSmall ? 2 : 30;
const ORDERS = PER_SECOND * SECONDS;
const SHOWN_WITHIN_MS = 2_000;
const ANSWERED_WITHIN_MS = 200;
const MANY = isSmall ? 20_000 : 1_000_000;
const FEW = isSmall ? 2_000 : 10_000;
const MONEY_AT_MOST = 1.5;
const ROUNDS = isSmall ? 10 : 60;
const WARMERS = 20;
const keys = { keyId: "rzp_test_1DP5mmOlF5G5ag", keySecret: "thisissupersecret0123456" };
const webhookSecret = "whsec_of_the_benchmark_0123456789";

await measurePaying();
await measureMoney();

/**
 * From the provider's "paid" to the ID on the buyer's open page, and how soon events are answered.
 */
async function measurePaying(): Promise<void> {
  const fake = await openFake(resolve("server/fake-provider/razorpay-process.ts"), keys);
  const shop = await startShop({ RAZORPAY_API_URL: fake.url });
  try {
    const headers = { "content-type": "application/json", origin: shop.address, cookie: await cookieOf(shop) };
    // All buyers share one network, which buys more than a new buyer may at once.
    const settings = await (await fetch(`${shop.address}/api/admin/settings`, { headers })).json();
    const unlimited = JSON.stringify({ ...settings, instantIdsMax: 0 });
    const changed = await fetch(`${shop.address}/api/admin/settings`, { method: "PUT", headers, body: unlimited });
    if (!changed.ok) throw new Error(`the settings were not taken: ${changed.status}`);
    const body = JSON.stringify({ ...keys, webhookSecret, isOn: true, currentPassword: shop.admin.password });
    const on = await fetch(`${shop.address}/api/admin/payment-methods/razorpay`, { method: "PUT", headers, body });
    if (!on.ok) throw new Error(`Razorpay was not switched on: ${on.status}`);
    const orders = await placePayable(shop, await stockUp(shop, ORDERS), ORDERS);
    const { shown, answered } = await payOrders(shop, fake, { orders, perSecond: PER_SECOND, secret: webhookSecret });
    const pace = `${PER_SECOND} payments a second, ${ORDERS} in all`;
    reportP99(`from the provider's "paid" to the ID on the buyer's open page, ${pace}, p99`, shown, SHOWN_WITHIN_MS);
    reportP99(`an event of the provider, answered, ${pace}, p99`, answered, ANSWERED_WITHIN_MS);
  } finally {
    await shop.stop();
    await fake.close();
  }
}

function reportP99(measure: string, figures: number[], atMost: number): void {
  const [p50, p99] = [figureAt(figures, 0.5), figureAt(figures, 0.99)];
  const figure = `${Math.round(p99)} ms (p50 ${Math.round(p50)} ms)`;
  report({ measure, figure, yardstick: "", ratio: "", toReach: `≤ ${atMost.toLocaleString("en")} ms`, isReached: p99 <= atMost });
}

/** The pages of *Money*, by turns in a shop with many payments and in one with few. */
async function measureMoney(): Promise<void> {
  const [many, few] = [await openMoneyShop(MANY), await openMoneyShop(FEW)];
  const [of, than] = [MANY, FEW].map((count) => count.toLocaleString("en"));
  try {
    for (const path of ["/admin/money", "/admin/money?show=all", "/admin/money?search=pay_1234"]) {
      const [figures, yardsticks]: [number[], number[]] = [[], []];
      for (let round = 0; round < WARMERS + ROUNDS; round += 1) {
        const [slow, quick] = [await timeOf(many, path), await timeOf(few, path)];
        if (round < WARMERS) continue;
        figures.push(slow);
        yardsticks.push(quick);
      }
      reportRatio(`${path} with ${of} payments, over ${than}`, { figures, yardsticks, unit: "ms", atMost: MONEY_AT_MOST });
    }
  } finally {
    await many.close();
    await few.close();
  }
}

async function timeOf({ address, cookie }: MoneyShop, path: string): Promise<number> {
  const startedAt = performance.now();
  await readPage(address, { path, cookie });
  return performance.now() - startedAt;
}
