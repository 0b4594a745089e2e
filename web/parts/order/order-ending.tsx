import type { ReactNode } from "react";
import type { Texts } from "#messages/texts.ts";
import type { Standing } from "#shop/orders/reading/order-view.ts";
import { When } from "../text/time.tsx";

/** How and when an order ended, as a row of facts; null while it is pending. */
export function endOf(order: Standing, texts: Texts<"parts">): [string, ReactNode] | null {
  switch (order.status) {
    case "pending":
      return null;
    case "approved":
      return [texts("approved"), <When key="at" at={order.processedAt} />];
    case "rejected":
      return [texts("rejected"), <When key="at" at={order.processedAt} />];
    case "cancelled":
      return [texts("cancelled"), <When key="at" at={order.cancelledAt} />];
  }
}
