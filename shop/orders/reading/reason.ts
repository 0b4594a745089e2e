import type { CancelledOrder } from "../order.ts";

type Expired = Pick<CancelledOrder, "expiredAfterHours" | "isUnanswered">;
type Ended = { status: "pending" | "approved" } | { status: "rejected"; reason: string } | ({ status: "cancelled" } & Expired);

/** After how many hours an order expired, and whether its buyer or the shop did not act in time. */
type Expiry = { hours: number; why: "unanswered" | "late" };

/**
 * Why an order was rejected or expired; null otherwise. `expired` is the sentence about an order
 * that nobody approved, or whose buyer did not answer, in that many hours. [S5.6] [S14.5]
 */
export function reasonOf(order: Ended, expired: (expiry: Expiry) => string): string | null {
  switch (order.status) {
    case "pending":
    case "approved":
      return null;
    case "rejected":
      return order.reason;
    case "cancelled": {
      const expiry = expiryOf(order);
      return expiry && expired(expiry);
    }
  }
}

/** How a cancelled order expired; null if its buyer cancelled it. */
export function expiryOf({ expiredAfterHours: hours, isUnanswered }: Expired): Expiry | null {
  return hours === null ? null : { hours, why: isUnanswered ? "unanswered" : "late" };
}
