import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import type { OrderStatus } from "../order.ts";
import { orders } from "../tables.server.ts";
import { orderWithIds, wholeView } from "./find-order.server.ts";
import type { PageOf, WholeOrder } from "./order-view.ts";
import { countOwnOrders } from "./own-order-counts.server.ts";
import type { OwnOrderCounts } from "./own-order-filter.ts";

type Asked = { status?: OrderStatus | null; after?: string | null };

/** Reads a page of the visitor's own orders with the count of each filter, as `newest` counts. [S2.20] [S6.2] */
export function readOwnHistory(
  services: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  asked: Asked,
): Promise<PageOf<WholeOrder> & { counts: OwnOrderCounts }> {
  return services.db.together(async (db) => {
    const [page, counts] = await Promise.all([
      listOwnOrders({ ...services, db }, visitor, asked),
      countOwnOrders({ db }, visitor, "newest"),
    ]);
    return { ...page, counts };
  });
}

/**
 * Lists a page of the visitor's own orders, newest first, in all statuses or one. A guest has none.
 * [S1.7] [S2.20] [S3.5] [S6.2]
 */
export async function listOwnOrders(
  services: Pick<Services, "vault"> & { db: Reading },
  visitor: Visitor,
  { status = null, after = null }: Asked = {},
): Promise<PageOf<WholeOrder>> {
  if (visitor.kind === "guest") return { rows: [], next: null };

  const cursor = after === null ? null : readCursor(after);
  const name = `own-orders-${status ?? "all"}-${cursor ? "after" : "first"}`;
  const page = services.db.prepared(name, (db) =>
    db
      .select(orderWithIds)
      .from(orders)
      .where(sql`${orders.id} in ${idsOfPage(status, cursor !== null)}`)
      .orderBy(...newestFirst),
  );
  const rows = await page.execute({ userId: visitor.userId, ...cursor });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => wholeView(services, visitor, row)),
    next: rows.length > PAGE_SIZE && last ? writeCursor(last.createdAt, last.id) : null,
  };
}

const newestFirst = [desc(orders.createdAt), desc(orders.id)];

/**
 * The ids of a page's orders and one more. An index has them in this order with their status, so
 * the plan for any customer reads a page of it, also for one who has thousands of orders.
 */
function idsOfPage(status: OrderStatus | null, isBeyond: boolean): SQL {
  const isListed = and(
    eq(orders.userId, sql.placeholder("userId")),
    status === null ? undefined : eq(orders.status, status).inlineParams(),
    isBeyond ? sql`(${orders.createdAt}, ${orders.id}) < (${sql.placeholder("at")}::timestamptz, ${sql.placeholder("id")})` : undefined,
  );
  return sql`(select ${orders.id} from ${orders} where ${isListed} order by ${sql.join(newestFirst, sql`, `)} limit ${sql.raw(String(PAGE_SIZE + 1))})`;
}
