import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import { daysLeft, RUNNING_OUT_DAYS, RUNNING_OUT_SHOWN } from "./pace.ts";

/** A product that runs out soon. */
export type RunningOut = { id: string; name: string; language: string; available: number; days: number };

/** Returns the products on sale that run out within a week at their pace, with their stock of now. [S17.7] */
export async function readRunningOut({ db, pace }: Pick<Services, "db" | "pace">, actor: Actor): Promise<RunningOut[]> {
  requireRight(actor, "manage-stock");
  const { soonest, perDay } = await pace.read();
  if (soonest.length === 0) return [];
  const { rows } = await db.$client.query<Omit<RunningOut, "days">>({
    name: "running-out",
    text: `select p.id, p.name, p.language, s.available from products p join product_stock s on s.product_id = p.id
      where p.id = any($1) and p.deleted_at is null and p.hidden_at is null`,
    values: [soonest],
  });
  return rows
    .flatMap((row) => {
      const days = daysLeft(row.available, perDay.get(row.id));
      return days === null || days > RUNNING_OUT_DAYS ? [] : [{ ...row, days }];
    })
    .sort((one, other) => one.days - other.days || one.available - other.available || (one.id < other.id ? -1 : 1))
    .slice(0, RUNNING_OUT_SHOWN);
}
