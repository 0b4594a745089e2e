import { takeAlerts } from "#tests/support/payments/bank-alerts.ts";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { approveAtPace, payByAlerts, placeByUpi } from "./load/pay-by-alerts.ts";
import { figureAt } from "./measuring/figures.ts";
import { report } from "./measuring/report.ts";

const isSmall = process.argv.includes("--small");
const PER_SECOND = 20;
const SECONDS = isSmall ? 2 : 15;
const ORDERS = PER_SECOND * SECONDS;
const SHOWN_WITHIN_MS = 2_000;
const ANSWERED_WITHIN_MS = 200;
/** A limit that does not count here, in rupees. */
const DAY_MAX = 1_000_000;
const pace = `${PER_SECOND} a second, ${ORDERS} in all`;

const shop = await startShop({ TRUST_PROXY: "1" });
try {
  const { secret, headers } = await takeAlerts(shop, DAY_MAX);
  const orders = await placeByUpi(shop, 2 * ORDERS);
  const byOwner = await approveAtPace(shop, headers.cookie ?? "", orders.slice(ORDERS), PER_SECOND);
  const byAlerts = await payByAlerts(shop, orders.slice(0, ORDERS), PER_SECOND, secret);
  const what = `from a bank alert to the ID on the buyer's open page, over the same from an owner's approval, ${pace}, p99`;
  reportP99(what, byAlerts.shown, byOwner.shown, SHOWN_WITHIN_MS);
  reportP99(`a bank alert, answered, over an owner's approval, ${pace}, p99`, byAlerts.answered, byOwner.answered, ANSWERED_WITHIN_MS);
} finally {
  await shop.stop();
}

function reportP99(measure: string, figures: number[], yardsticks: number[], atMost: number): void {
  const [p99, than] = [figureAt(figures, 0.99), figureAt(yardsticks, 0.99)];
  const text = (of: number[]) => `${Math.round(figureAt(of, 0.99))} ms (p50 ${Math.round(figureAt(of, 0.5))} ms)`;
  report({
    measure,
    figure: text(figures),
    yardstick: text(yardsticks),
    ratio: (p99 / than).toFixed(3),
    toReach: `≤ ${atMost.toLocaleString("en")} ms`,
    isReached: p99 <= atMost,
  });
}
