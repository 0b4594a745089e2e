import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readPlace, writePlace } from "#shop/page-place.ts";
import type { OrderStatus } from "./order.ts";
import type { OrderView, PageOf } from "./order-view.ts";
import { orderWithIds, viewOf } from "./orders.server.ts";
import { noOrders, orderCounts } from "./own-order-counts.server.ts";
import type { OwnOrderCounts } from "./own-order-filter.ts";
import { orders } from "./tables.server.ts";

/**
 * A page of the visitor's own orders, newest first, all of them or those in one status, with the counts of all: one query, which tells the
 * counts of an empty page too. A guest has none here. [S1.7] [S2.20] [S3.5] [S6.2]
 */
export async function listOwnOrders(
  services: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  { status = null, after = null }: { status?: OrderStatus | null; after?: string | null } = {},
): Promise<PageOf<OrderView> & { counts: OwnOrderCounts }> {
  if (visitor.kind === "guest") return { rows: [], next: null, counts: noOrders };

  const place = after === null ? null : readPlace(after);
  const beyond = place ? sql`(${orders.createdAt}, ${orders.id}) < (${place.at}::timestamptz, ${place.id})` : undefined;
  const isOwn = eq(orders.userId, visitor.userId);
  const counted = services.db
    .select({ counts: orderCounts.as("counts") })
    .from(orders)
    .where(isOwn)
    .as("counted");
  const listed = services.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOwn, status === null ? undefined : eq(orders.status, status), beyond))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(PAGE_SIZE + 1);
  const found = await services.db
    .select({ counts: counted.counts, order: orderWithIds })
    .from(counted)
    .leftJoin(orders, inArray(orders.id, listed))
    .orderBy(desc(orders.createdAt), desc(orders.id));
  const rows = found.flatMap(({ order }) => order ?? []);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => viewOf(services, visitor, row)),
    next: rows.length > PAGE_SIZE && last ? writePlace(last.createdAt, last.id) : null,
    counts: found[0]?.counts ?? noOrders,
  };
}
