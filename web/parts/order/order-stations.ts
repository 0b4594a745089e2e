import { APPROVAL_MAX_HOURS, APPROVAL_MIN_HOURS } from "#shop/constants.ts";
import type { PublicOrder, Standing } from "#shop/orders/reading/order-view.ts";

export type Station = {
  name: string;
  /** When the order reached this station; null if it has not, or if the time was not recorded. */
  at: Date | null;
  state: "passed" | "here" | "ahead";
  /** The order is here and will go further. */
  isMoving: boolean;
  signal: "green" | "amber" | "red" | "slate";
};

/** The stations of an order's progress line: Placed, In review, and the final status. */
export function stationsOf(order: Standing & Pick<PublicOrder, "createdAt" | "paymentVerified">): Station[] {
  const placed = passed("Placed", order.createdAt);
  const reviewed = passed("In review", null);
  switch (order.status) {
    case "pending":
      return [
        placed,
        order.paymentVerified === false ? waiting("Payment check failed", "red") : waiting("In review", "amber"),
        { name: "Delivered", at: null, state: "ahead", isMoving: false, signal: "slate" },
      ];
    case "approved":
      return [placed, reviewed, ended("Delivered", order.processedAt, "green")];
    case "rejected":
      return [placed, reviewed, ended("Rejected", order.processedAt, "red")];
    case "cancelled":
      return [placed, ended("Cancelled", order.cancelledAt, "slate")];
  }
}

function passed(name: string, at: Date | null): Station {
  return { name, at, state: "passed", isMoving: false, signal: "green" };
}

function waiting(name: string, signal: Station["signal"]): Station {
  return { name, at: null, state: "here", isMoving: true, signal };
}

function ended(name: string, at: Date | null, signal: Station["signal"]): Station {
  return { name, at, state: "here", isMoving: false, signal };
}

/** The time by which the shop promises to have reviewed an order. [S1.2] */
export function promisedBy(createdAt: Date): Date {
  return new Date(createdAt.getTime() + APPROVAL_MAX_HOURS * 60 * 60 * 1_000);
}

/** `12-24`: how many hours a review takes. [S1.2] */
export const promisedHours = `${APPROVAL_MIN_HOURS}-${APPROVAL_MAX_HOURS}`;
