import { eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { preparedOnce } from "#platform/database/prepared.server.ts";
import { proofIdOf } from "#shop/payments/proof-image.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { OrderStatus, PendingOrder } from "./order.ts";
import { mayBecome } from "./pending.ts";
import type { PaymentNoted } from "./proof-check.ts";
import { type OrderRow, orders } from "./tables.server.ts";

/** Locks an order's row until the transaction ends; null when there is none. Whoever changes an order does this first, stock comes after. [S4.1] */
export async function lockOrder(tx: Tx, requestCode: string): Promise<OrderRow | null> {
  const [order] = await lockByCode(tx).execute({ requestCode });
  return order ?? null;
}

const lockByCode = preparedOnce((tx: Tx) =>
  tx
    .select()
    .from(orders)
    .where(eq(orders.requestCode, sql.placeholder("requestCode")))
    .for("update")
    .prepare("lock-order"),
);

/** Locks an order that is about to become `next`. Refuses an unknown code, and an order that was handled meanwhile. [S4.1] */
export async function lockPending(
  tx: Tx,
  requestCode: string,
  next: OrderStatus,
): Promise<Result<OrderRow & { status: "pending" }, "orderNotFound" | "orderNotPending">> {
  const order = await lockOrder(tx, requestCode);
  if (!order) return refused("orderNotFound");
  const change = mayBecome(order.status, next);
  return change.ok ? granted({ ...order, status: "pending" }) : change;
}

/** The row of a pending order as the rules know it. */
export function pendingOrder(row: OrderRow & { status: "pending" }): PendingOrder & PaymentNoted {
  return { ...row, hasProof: row.proofKey !== null, proofId: row.proofKey && proofIdOf(row.proofKey) };
}
