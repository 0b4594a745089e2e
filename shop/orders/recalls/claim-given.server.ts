import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { wakeRecalls } from "./go-on-recalls.server.ts";

/**
 * Has recalls look again at the IDs that were just delivered at once with a locked order: that may be
 * while an import was recalled, and nobody was asked. Claims are opened for them as for others.
 * [S15.11]
 */
export async function claimGiven(services: Pick<Services, "jobs">, tx: Pick<Tx, "execute">, orderId: string): Promise<void> {
  const { rows } = await tx.execute(sql`update recalls r set claimed_upto = least(r.claimed_upto, its.first - 1), finished_at = null
    from (select u.batch_id, min(u.id) as first from order_units h join units u on u.id = h.unit_id
      where h.order_id = ${orderId} and u.batch_id is not null group by u.batch_id) as its
    where r.batch_id = its.batch_id and r.undone_at is null and r.scope <> 'none' returning r.id`);
  if (rows.length > 0) await wakeRecalls(services, tx);
}
