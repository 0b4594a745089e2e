import { setTimeout as wait } from "node:timers/promises";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";
import { followMany } from "./follow-many.ts";

/** An order with its buyer's key and cookie. */
export type OpenedOrder = { requestCode: string; accessKey: string; cookie: string };

/** The open pages of buyers; `shownAt` is when each showed its ID. */
export type OrderPages = { shownAt: Map<string, number>; allShown(): Promise<void> };

const AT_ONCE = 8;
const SHOWN_WITHIN_MS = 30_000;

/**
 * Opens the page of each order: it loads again at each announcement, until it shows its ID.
 * `allShown` waits for all of them, closes them, and throws if one did not show its ID.
 */
export async function openOrderPages({ address }: Pick<RunningShop, "address">, orders: OpenedOrder[]): Promise<OrderPages> {
  const shownAt = new Map<string, number>();
  const paths = orders.map(({ requestCode, accessKey }) => ({ path: `/api/orders/${requestCode}/events`, key: accessKey }));
  const followers = await followMany(Number(new URL(address).port), paths, AT_ONCE);

  async function look({ requestCode, cookie }: OpenedOrder): Promise<void> {
    if (shownAt.has(requestCode)) return;
    const headers = { cookie, "user-agent": "Mozilla/5.0" };
    const page = await (await fetch(`${address}/order-status/${requestCode}.data`, { headers })).text();
    if (page.includes("deliveredIds") && page.includes("Verified-account-") && !shownAt.has(requestCode))
      shownAt.set(requestCode, performance.now());
  }
  followers.onChange((who) => {
    const order = orders[who];
    if (order) void look(order).catch(() => {});
  });
  return {
    shownAt,
    async allShown() {
      for (const until = performance.now() + SHOWN_WITHIN_MS; shownAt.size < orders.length && performance.now() < until; ) await wait(20);
      await followers.close();
      if (shownAt.size < orders.length) throw new Error(`only ${shownAt.size} of ${orders.length} pages showed their ID`);
    },
  };
}

/** In ms, from a time of each order until its page showed the ID. */
export function shownAfter(orders: readonly OpenedOrder[], since: ReadonlyMap<string, number>, { shownAt }: OrderPages): number[] {
  return orders.map(({ requestCode }) => (shownAt.get(requestCode) ?? Number.NaN) - (since.get(requestCode) ?? Number.NaN));
}
