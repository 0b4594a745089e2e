import { granted, type Result, refused } from "#shop/refusal.ts";
import { nextStatuses, type OrderStatus } from "./order.ts";

/** Whether an order may still become `next`; otherwise says what it has become meanwhile. [S4.1] */
export function mayBecome(status: OrderStatus, next: OrderStatus): Result<null, "orderNotPending"> {
  const open: readonly OrderStatus[] = nextStatuses[status];
  return open.includes(next) ? granted(null) : refused("orderNotPending", status);
}
