import { APPROVAL_MAX_HOURS } from "#shop/constants.ts";
import type { PublicOrder } from "#shop/orders/order-view.ts";

export type Station = {
  name: string;
  /** When the order came by here; null when it has not yet, or nobody noted it. */
  at: Date | null;
  state: "passed" | "here" | "ahead";
  signal: "green" | "amber" | "red" | "slate";
};

/** The stations of an order's line: Placed, In review, and where it ends. */
export function stationsOf(
  order: Pick<PublicOrder, "status" | "createdAt" | "processedAt" | "cancelledAt" | "paymentVerified">,
): Station[] {
  const placed: Station = { name: "Placed", at: order.createdAt, state: "passed", signal: "green" };
  const reviewed: Station = { name: "In review", at: null, state: "passed", signal: "green" };
  switch (order.status) {
    case "pending":
      return [
        placed,
        order.paymentVerified === false
          ? { name: "Payment check failed", at: null, state: "here", signal: "red" }
          : { name: "In review", at: null, state: "here", signal: "amber" },
        { name: "Delivered", at: null, state: "ahead", signal: "slate" },
      ];
    case "approved":
      return [placed, reviewed, { name: "Delivered", at: order.processedAt, state: "here", signal: "green" }];
    case "rejected":
      return [placed, reviewed, { name: "Rejected", at: order.processedAt, state: "here", signal: "red" }];
    case "cancelled":
      return [placed, { name: "Cancelled", at: order.cancelledAt, state: "here", signal: "slate" }];
  }
}

/** By when the shop promised to have looked at an order. [S1.2] */
export function promisedBy(createdAt: Date): Date {
  return new Date(createdAt.getTime() + APPROVAL_MAX_HOURS * 60 * 60 * 1_000);
}
