import { lt, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { DELETED_PRODUCT_STORED_MS } from "#shop/stock/constants.ts";
import { waitlist } from "./tables.server.ts";

/**
 * Removes addresses that were not confirmed in time, had their email a month ago or waited a year,
 * and everybody who waits for a product that can't be restored any more. Returns how many. [S12.9]
 */
export async function sweepWaitlist({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const goneBefore = new Date(now().getTime() - DELETED_PRODUCT_STORED_MS);
  const ended = await db.delete(waitlist).where(lt(waitlist.storedUntil, now()));
  const ofGone = await db.execute(sql`delete from waitlist w using products p
    where p.id = w.product_id and p.deleted_at is not null and p.deleted_at < ${goneBefore}::timestamptz`);
  return (ended.rowCount ?? 0) + (ofGone.rowCount ?? 0);
}
