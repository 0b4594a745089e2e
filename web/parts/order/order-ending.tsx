import type { ReactNode } from "react";
import type { Standing } from "#shop/orders/reading/order-view.ts";
import { When } from "../text/time.tsx";

/** How and when an order ended, as a row of facts; null while it is pending. */
export function endOf(order: Standing): [string, ReactNode] | null {
  switch (order.status) {
    case "pending":
      return null;
    case "approved":
      return ["Approved", <When key="at" at={order.processedAt} />];
    case "rejected":
      return ["Rejected", <When key="at" at={order.processedAt} />];
    case "cancelled":
      return ["Cancelled", <When key="at" at={order.cancelledAt} />];
  }
}
