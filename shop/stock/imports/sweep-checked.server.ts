import { sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { CHECKED_STORED_MS } from "../constants.ts";
import { batches, batchLines } from "../tables.server.ts";

/**
 * Deletes drafts that are a day old, and the lines shown on the pages of other batches of that age.
 * Returns the number of drafts.
 */
export async function sweepChecked({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const until = sql`${new Date(now().getTime() - CHECKED_STORED_MS).toISOString()}::timestamptz`;
  await db.execute(
    sql`delete from ${batchLines} l using ${batches} b where b.id = l.batch_id and l.kind = 'shown' and b.created_at < ${until}`,
  );
  const { rowCount } = await db.execute(sql`delete from ${batches} where state = 'draft' and created_at < ${until}`);
  return rowCount ?? 0;
}
