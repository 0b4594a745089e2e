import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { proofIdOf } from "#shop/payments/proof-image.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { GiftCard, Order, OrderStatus } from "./order.ts";
import { orderOf } from "./order-of.server.ts";
import { mayBecome } from "./status-change.ts";
import { type OrderRow, orders } from "./tables.server.ts";

/** A locked order with the columns that show who its buyer is. Its delivered IDs are not read. */
export type LockedOrder = Order<GiftCard, { id: string; key: string }, null> &
  Pick<
    OrderRow,
    | "userId"
    | "email"
    | "accessKeyHash"
    | "unlockedBy"
    | "linkNumber"
    | "payablePaise"
    | "paymentAskedAt"
    | "hasPaymentToReview"
    | "language"
  >;

/** A pending order. Nobody can change its status while it is locked. */
type LockedPending = Extract<LockedOrder, { status: "pending" }>;

/**
 * Locks an order's row until the transaction ends. Returns null for an unknown code. A transaction
 * locks the order first and the stock after it. [S4.1]
 */
export async function lockOrder(tx: Tx, requestCode: string): Promise<LockedOrder | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.requestCode, requestCode)).for("update").prepare("lock-order").execute();
  return row ? lockedOrder(row) : null;
}

/** The same by the order's id. */
export async function lockOrderById(tx: Tx, id: string): Promise<LockedOrder | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for("update").prepare("lock-order-by-id").execute();
  return row ? lockedOrder(row) : null;
}

function lockedOrder(row: OrderRow): LockedOrder {
  const { giftCardCode, giftCardLast4, proofKey, userId, email, accessKeyHash, unlockedBy, linkNumber } = row;
  const { payablePaise, paymentAskedAt, hasPaymentToReview, language } = row;
  const giftCard = giftCardCode && { last4: giftCardLast4 };
  const proof = proofKey === null ? null : { id: proofIdOf(proofKey), key: proofKey };
  const more = { userId, email, accessKeyHash, unlockedBy, linkNumber, payablePaise, paymentAskedAt, hasPaymentToReview, language };
  return { ...orderOf(row, { giftCard, proof, deliveredIds: null }), ...more };
}

/**
 * Locks an order that is about to become `next`. Refuses an unknown code (`orderNotFound`) and an
 * order that may no longer become `next` (`orderNotPending`). [S4.1]
 */
export async function lockPending(
  tx: Tx,
  requestCode: string,
  next: OrderStatus,
): Promise<Result<LockedPending, "orderNotFound" | "orderNotPending">> {
  const order = await lockOrder(tx, requestCode);
  if (!order) return refused("orderNotFound");
  const change = mayBecome(order.status, next);
  return change.ok && order.status === "pending" ? ok(order) : refused("orderNotPending", { status: order.status });
}
