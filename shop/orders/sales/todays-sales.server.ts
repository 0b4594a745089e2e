import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { readSales } from "./read-sales.server.ts";
import { noSales, type SalesSum, totalOf } from "./sales.ts";
import { dayAt, daysOf } from "./sales-days.ts";

/** Reads the sales of the shop's day and month so far, as /admin/sales has them. [S12.2] [S17.6] */
export async function readTodaysSales(
  services: Pick<Services, "db" | "now">,
  actor: Actor,
  timeZone: string,
): Promise<Record<"today" | "month", SalesSum>> {
  const today = dayAt(services.now(), timeZone);
  const rows = await readSales(services, actor, { days: daysOf("month", today), by: "day", timeZone });
  return { today: rows.find(({ key }) => key === today) ?? noSales, month: totalOf(rows) };
}
