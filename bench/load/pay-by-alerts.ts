import { orderByUpi, passOnAlert, type UpiOrder } from "#tests/support/payments/bank-alerts.ts";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";
import { approve, reservedIds, stockUp } from "../shops/shop-calls.ts";
import { atPace } from "./at-pace.ts";
import { openOrderPages, shownAfter } from "./open-order-pages.ts";

type Shop = Pick<RunningShop, "address" | "admin">;

/** In ms: until the buyer's open page shows the ID, and until the call was answered. */
export type DeliveryTimes = { shown: number[]; answered: number[] };

const AT_ONCE = 8;
/** Fewer than the amounts of a price. */
const ORDERS_OF_PRICE = 50;
const PRICE = 500;

/**
 * Orders one ID as often as wanted by UPI, each for an amount of its own: a price has a hundred of
 * them, and an address gets a few, so the buyers come from different ones.
 */
export async function placeByUpi(shop: Shop, howMany: number): Promise<UpiOrder[]> {
  const products: string[] = [];
  for (let from = 0; from < howMany; from += ORDERS_OF_PRICE)
    products.push(await stockUp(shop, ORDERS_OF_PRICE, `Verified account ${products.length + 1}`, PRICE + 10 * products.length));
  const placed: UpiOrder[] = [];
  let begun = 0;
  const buy = async () => {
    while (begun < howMany) {
      const n = begun++;
      placed.push(await orderByUpi(shop.address, products[n % products.length] ?? "", `10.${n >> 8}.${n & 255}.1`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buy));
  return placed;
}

/**
 * A forwarder passes on what the bank says of each order at this pace, while the buyers' pages are
 * open.
 */
export async function payByAlerts(shop: Shop, orders: UpiOrder[], perSecond: number, secret: string): Promise<DeliveryTimes> {
  let utr = 633_000_000_000;
  return deliverEach(shop, orders, perSecond, ({ rupees }) => {
    utr += 1;
    const text = `Credit Alert!\nRs.${rupees} credited to HDFC Bank A/c XX2536 from VPA asha@okaxis (UPI ${utr})`;
    return passOnAlert(shop.address, secret, text);
  });
}

/** The yardstick: the owner approves each order at this pace. */
export async function approveAtPace(shop: Shop, cookie: string, orders: UpiOrder[], perSecond: number): Promise<DeliveryTimes> {
  const ids = await reservedIds(shop, cookie);
  return deliverEach(shop, orders, perSecond, ({ requestCode }) => approve(shop, cookie, { requestCode, id: ids.get(requestCode) ?? "" }));
}

async function deliverEach(
  shop: Shop,
  orders: UpiOrder[],
  perSecond: number,
  deliver: (order: UpiOrder) => Promise<void>,
): Promise<DeliveryTimes> {
  const sentAt = new Map<string, number>();
  const answered: number[] = [];
  const pages = await openOrderPages(shop, orders);
  await atPace(orders, perSecond, async (order) => {
    const at = performance.now();
    sentAt.set(order.requestCode, at);
    await deliver(order);
    answered.push(performance.now() - at);
  });
  await pages.allShown();
  return { shown: shownAfter(orders, sentAt, pages), answered };
}
