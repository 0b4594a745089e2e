import { sentence } from "#shop/messages.ts";

type Ended =
  | { status: "pending" | "approved" }
  | { status: "rejected"; reason: string }
  | { status: "cancelled"; expiredAfterHours: number | null };

/** Why an order was rejected or expired; null otherwise. [S5.6] */
export function reasonOf(order: Ended): string | null {
  switch (order.status) {
    case "pending":
    case "approved":
      return null;
    case "rejected":
      return order.reason;
    case "cancelled":
      return order.expiredAfterHours === null ? null : sentence("orderLapsed", order.expiredAfterHours);
  }
}
