type Ended =
  | { status: "pending" | "approved" }
  | { status: "rejected"; reason: string }
  | { status: "cancelled"; expiredAfterHours: number | null };

/**
 * Why an order was rejected or expired; null otherwise. `expired` is the sentence about an order
 * that nobody approved in that many hours. [S5.6]
 */
export function reasonOf(order: Ended, expired: (hours: number) => string): string | null {
  switch (order.status) {
    case "pending":
    case "approved":
      return null;
    case "rejected":
      return order.reason;
    case "cancelled":
      return order.expiredAfterHours === null ? null : expired(order.expiredAfterHours);
  }
}
