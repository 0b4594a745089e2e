import type { Services } from "#platform/provides.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { queryWholeFreeCost } from "#shop/stock/products/free-cost.server.ts";
import { querySales } from "../sales/read-sales.server.ts";
import { dayAt } from "../sales/sales-days.ts";
import { dayAfter } from "../sales/sales-spans.ts";
import { daysLeft, PACE_DAYS, type Pace, perDay, RUNNING_OUT_DAYS, RUNNING_OUT_SHOWN } from "./pace.ts";

type Needs = Pick<Services, "db" | "now" | "settings">;

/** A pace of days hardly changes in so many minutes, and counting it is no work for each page. */
const COUNTED_EVERY_MS = 10 * MINUTE_MS;
/** Some of the products that run out first may have got IDs since it was counted. */
const SOONEST_KEPT = 4 * RUNNING_OUT_SHOWN;

/** What this process counted last. */
export type PaceCache = { read(): Promise<Pace> };

/** How fast products sell, as it was counted at most ten minutes ago. [S17.7] */
export function openPace(services: Needs): PaceCache {
  let counting: Promise<Pace> | null = null;
  let countedAt = Number.NEGATIVE_INFINITY;
  return {
    read() {
      const at = services.now().getTime();
      if (counting && Math.abs(at - countedAt) < COUNTED_EVERY_MS) return counting;
      countedAt = at;
      const now = queryPace(services);
      counting = now;
      now.catch(() => {
        if (counting === now) counting = null;
      });
      return now;
    },
  };
}

/** Counts how fast products sell, and what all free IDs cost. Not a query per product. [S17.7] */
async function queryPace(services: Needs): Promise<Pace> {
  const { timeZone } = await readSettings(services);
  const now = services.now();
  const today = dayAt(now, timeZone);
  const days = { from: dayAfter(today, 1 - PACE_DAYS), to: today };
  const [sold, freeCost] = await Promise.all([querySales(services, { days, by: "product", timeZone }), queryWholeFreeCost(services)]);
  const delivered = new Map(sold.map(({ key, ids }) => [key, ids]));
  const { rows } = await services.db.$client.query<{ id: string; createdAt: Date; available: number; isHidden: boolean }>(
    `select p.id, p.created_at as "createdAt", s.available, p.hidden_at is not null as "isHidden" from products p join product_stock s on s.product_id = p.id
      where p.id = any($1) and p.deleted_at is null`,
    [[...delivered.keys()]],
  );
  const known = rows.flatMap((row) => {
    const pace = perDay(delivered.get(row.id) ?? 0, now.getTime() - row.createdAt.getTime());
    return pace === null ? [] : [{ ...row, pace }];
  });
  const soonest = known
    .map(({ id, isHidden, available, pace }) => ({ id, left: isHidden ? null : daysLeft(available, pace) }))
    .filter(({ left }) => left !== null && left <= RUNNING_OUT_DAYS)
    .sort((one, other) => (one.left ?? 0) - (other.left ?? 0))
    .slice(0, SOONEST_KEPT)
    .map(({ id }) => id);
  return { perDay: new Map(known.map(({ id, pace }) => [id, pace])), soonest, freeCost };
}
