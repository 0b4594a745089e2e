import { and, desc, eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import type { OrderStatus } from "../order.ts";
import { orders } from "../tables.server.ts";
import { orderWithIds, wholeView } from "./find-order.server.ts";
import type { PageOf, WholeOrder } from "./order-view.ts";

/**
 * Lists a page of the visitor's own orders, newest first, in all statuses or one. A guest has none.
 * [S1.7] [S2.20] [S3.5] [S6.2]
 */
export async function listOwnOrders(
  services: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  { status = null, after = null }: { status?: OrderStatus | null; after?: string | null } = {},
): Promise<PageOf<WholeOrder>> {
  if (visitor.kind === "guest") return { rows: [], next: null };

  const cursor = after === null ? null : readCursor(after);
  const beyond = cursor ? sql`(${orders.createdAt}, ${orders.id}) < (${cursor.at}::timestamptz, ${cursor.id})` : undefined;
  const isListed = and(eq(orders.userId, visitor.userId), status === null ? undefined : eq(orders.status, status), beyond);
  const newestFirst = [desc(orders.createdAt), desc(orders.id)];
  // Not prepared: a generic plan expects few orders per customer, and would read and sort every
  // order of a customer who has thousands.
  const found = await services.db
    .select({ id: orders.id })
    .from(orders)
    .where(isListed)
    .orderBy(...newestFirst)
    .limit(PAGE_SIZE + 1);
  const read = await services.db
    .select(orderWithIds)
    .from(orders)
    .where(sql`${orders.id} = any(${sql.param(found.map(({ id }) => id))}::text[])`)
    .orderBy(...newestFirst)
    .prepare("own-orders")
    .execute();
  // The account may have lost orders between the two queries.
  const rows = read.filter(({ userId }) => userId === visitor.userId);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => wholeView(services, visitor, row)),
    next: rows.length > PAGE_SIZE && last ? writeCursor(last.createdAt, last.id) : null,
  };
}
