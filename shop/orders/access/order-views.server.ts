import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may } from "#shop/rights.ts";
import { announceOrder } from "../announce-order.server.ts";
import { lockOrder } from "../lock-order.server.ts";
import { isBuyer, isBuyerOf, isOwner } from "../reading/find-order.server.ts";
import { orders, orderViews } from "../tables.server.ts";

/** An account that may read an order which is not its own, and since when. */
type OrderView = { id: string; email: string; addedAt: Date };

/**
 * Who else can read an order. `others` is for its owner and admins: accounts that added it, and the
 * number of devices that opened its private link. `ownView` is the id of the visitor's own view;
 * `mayAdd` says that there could be one.
 */
export type OrderSharing = { others: { views: OrderView[]; devices: number } | null; ownView: string | null; mayAdd: boolean };

/** Reads who else can read an order, as far as this visitor may know. [S6.6] */
export async function readSharing({ db }: Pick<Services, "db">, visitor: Visitor, requestCode: string): Promise<OrderSharing> {
  const byCode = db.prepared("order-sharing", (db) => {
    const { userId, accessKeyHash, unlockedBy } = orders;
    const { id, addedAt } = orderViews;
    return db
      .select({ userId, accessKeyHash, unlockedBy, view: { id, userId: orderViews.userId, addedAt }, email: users.email })
      .from(orders)
      .leftJoin(orderViews, eq(orderViews.orderId, orders.id))
      .leftJoin(users, eq(users.id, orderViews.userId))
      .where(eq(orders.requestCode, sql.placeholder("requestCode")))
      .orderBy(asc(addedAt), asc(id));
  });
  const found = await byCode.execute({ requestCode });
  const [order] = found;
  if (!order) return { others: null, ownView: null, mayAdd: false };
  const rows = found.flatMap(({ view, email }) => (view === null || email === null ? [] : [{ ...view, email }]));
  const isTheirs = isOwner(visitor, order);
  const ownView = visitor.kind === "guest" ? null : (rows.find((row) => row.userId === visitor.userId)?.id ?? null);
  const views = rows.map(({ id, email, addedAt }) => ({ id, email, addedAt }));
  return {
    others: isTheirs || may(visitor, "read-orders") ? { views, devices: Math.max(0, order.unlockedBy.length - 1) } : null,
    ownView,
    mayAdd: visitor.kind === "customer" && ownView === null && !isTheirs && isBuyer(visitor, order),
  };
}

/**
 * Lets a customer who opened an order's private link read the order in the account, also when the
 * link is off. It gives nothing but reading: the order stays its owner's. Adding it again does
 * nothing. Refuses a guest (`signInFirst`) and whoever did not open it (`orderNotForYou`). [S6.6]
 */
export async function addOrderView(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<null, "signInFirst" | "orderNotForYou">> {
  if (visitor.kind === "guest") return refused("signInFirst");
  if (!(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");

  return inTransaction(services.db, async (tx) => {
    // The lock makes this wait for a link that is being turned off.
    const order = await lockOrder(tx, requestCode);
    if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
    if (isOwner(visitor, order)) return ok(null);

    const row = { id: randomUUID(), orderId: order.id, userId: visitor.userId, addedAt: services.now() };
    await tx.insert(orderViews).values(row).onConflictDoNothing();
    await announceOrder(tx, requestCode);
    return ok(null);
  });
}

/**
 * Ends a view of an order; one that has ended stays so. For the browser that placed the order, its
 * account's owner, admins, and the account that has the view. Refuses others (`orderNotForYou`)
 * before anything is locked. [S6.6]
 */
export async function endOrderView(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  { requestCode, viewId }: { requestCode: string; viewId: string },
): Promise<Result<null, "orderNotForYou">> {
  const isView = and(eq(orderViews.id, viewId), eq(orderViews.orderId, orders.id));
  const [order] = await services.db
    .select({ id: orders.id, userId: orders.userId, unlockedBy: orders.unlockedBy, viewerId: orderViews.userId })
    .from(orders)
    .leftJoin(orderViews, isView)
    .where(eq(orders.requestCode, requestCode));
  const isOwnView = visitor.kind !== "guest" && order?.viewerId === visitor.userId;
  const isTheirs = order !== undefined && isOwner(visitor, order);
  if (!order || !(isTheirs || isOwnView || may(visitor, "answer-buyers"))) return refused("orderNotForYou");

  return inTransaction(services.db, async (tx) => {
    const { rowCount } = await tx.delete(orderViews).where(and(eq(orderViews.id, viewId), eq(orderViews.orderId, order.id)));
    if (rowCount === 0) return ok(null);
    if (may(visitor, "answer-buyers") && !isTheirs && !isOwnView) {
      await recordAction(
        tx,
        visitor,
        { action: "view-ended", subject: { kind: "order", id: order.id, name: requestCode } },
        services.now(),
      );
    }
    await announceOrder(tx, requestCode);
    return ok(null);
  });
}
