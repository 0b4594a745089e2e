import { ok, type Result, refused } from "#shop/refusal.ts";
import { nextStatuses, type OrderStatus } from "./order.ts";

/**
 * Whether an order may still become `next`. Otherwise refuses `orderNotPending` with its status.
 * [S4.1]
 */
export function mayBecome(status: OrderStatus, next: OrderStatus): Result<null, "orderNotPending"> {
  const open: readonly OrderStatus[] = nextStatuses[status];
  return open.includes(next) ? ok(null) : refused("orderNotPending", { status });
}
