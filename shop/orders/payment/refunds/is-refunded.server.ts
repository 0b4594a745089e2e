import { eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { orders } from "../../tables.server.ts";

/**
 * Whether nothing is left of what paid for an order, after refunds that are done or under way; for a
 * select from `orders`. What came beside, such as a second payment, does not count. [S15.3]
 */
export const allRefunded = sql<boolean>`coalesce((
  select bool_and(p.paise <= (select coalesce(sum(r.paise), 0) from refunds r where r.payment_id = p.id and r.state <> 'failed'))
  from payments p where p.order_id = orders.id and p.problem is null and p.state in ('matched', 'refunded')), false)`;

/** The same of an order that the transaction has locked. */
export async function isAllRefunded(tx: Pick<Tx, "select">, orderId: string): Promise<boolean> {
  const [order] = await tx.select({ allRefunded }).from(orders).where(eq(orders.id, orderId));
  return order?.allRefunded ?? false;
}
