import { sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import { ORDINARY_AT_ONCE_MAX } from "../constants.ts";
import { isOrdinary } from "../decisions/approve/ordinary.ts";
import { isRecalled } from "../recalls/recalled.server.ts";
import { orders } from "../tables.server.ts";
import { readPage } from "./listed-orders.server.ts";
import type { QueueFilters } from "./queue-filter.ts";

/** The codes of orders, and how many IDs they have together. */
export type OrdinaryOrders = { codes: string[]; ids: number };

const { id, requestCode, createdAt, handledAt, quantity, paymentMethod, proofKey, paymentVerified, paidAt } = orders;
const { shortBy, hasPaymentToReview } = orders;
const ofOrder = { id, requestCode, createdAt, handledAt, quantity, paymentMethod, proofKey, paymentVerified, paidAt };
const hasRecalled = sql<boolean>`exists (select from order_units h where h.order_id = ${id} and h.delivered_at is null and ${isRecalled(sql`h.unit_id`)})`;
const columns = { ...ofOrder, shortBy, hasPaymentToReview, hasRecalled };

/**
 * Lists the pending orders that match a search and filters and can be approved with others, in the
 * queue's order, at most `ORDINARY_AT_ONCE_MAX`. The route restricts it to admins. [S12.6]
 */
export async function listOrdinary(
  { db, now }: Pick<Services, "now"> & { db: Reading },
  actor: Actor,
  { search, ...filters }: QueueFilters & { search: string | null },
): Promise<OrdinaryOrders> {
  requireRight(actor, "read-orders");
  const queue = { ...filters, now: now() };
  const found: OrdinaryOrders = { codes: [], ids: 0 };
  for (let after: string | null | undefined; after !== null && found.codes.length < ORDINARY_AT_ONCE_MAX; ) {
    const page = await readPage({ db }, "ordinary", "pending", { search, queue, after: after ?? null }, (db, page) =>
      db
        .with(page.rows)
        .select(columns)
        .from(page.rows)
        .orderBy(...page.orderBy),
    );
    for (const { proofKey, shortBy, hasRecalled, ...order } of page.rows) {
      if (!isOrdinary({ ...order, proof: proofKey === null ? null : {} }) || (shortBy ?? 0) > 0 || hasRecalled) continue;
      found.codes.push(order.requestCode);
      found.ids += order.quantity;
    }
    after = page.next;
  }
  return found;
}
