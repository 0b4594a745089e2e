import { eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { statements } from "#shop/payments/tables.server.ts";
import { shopSettings } from "#shop/settings/tables.server.ts";

type Confirmed = Pick<typeof statements.$inferSelect, "id" | "kind" | "firstDay" | "lastDay">;

/**
 * Compares what alerts brought with a statement that was confirmed: what it has is proven. What it
 * lacks although it covers the day and the next one is missing, unless another file has it, and alerts deliver nothing more
 * until the owner turns that on again. Returns how many are missing. [S16.8]
 */
export async function proveAlerts(tx: Tx, { id, kind, firstDay, lastDay }: Confirmed): Promise<number> {
  if (kind === "alerts") return 0;
  await tx.execute(sql`update payments p set bank_proof = 'proven' from statement_lines l
    where l.seen_in = ${id} and l.payment_id = p.id and p.bank_proof <> 'proven'`);
  if (firstDay === null || lastDay === null) return 0;
  const { rowCount } = await tx.execute(sql`update payments p set bank_proof = 'missing' from statement_lines l
    where p.bank_proof = 'awaited' and l.payment_id = p.id and l.seen_in is null and l.day >= ${firstDay}::date and l.day < ${lastDay}::date`);
  const missing = rowCount ?? 0;
  if (missing > 0) {
    await tx.update(shopSettings).set({ alertsDeliver: false }).where(eq(shopSettings.alertsDeliver, true));
    await announce(tx, "settings");
    await announce(tx, "payments");
  }
  return missing;
}
