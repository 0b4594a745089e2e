import type { KeyIn } from "#messages/texts.ts";
import { APPROVAL_MAX_HOURS, APPROVAL_MIN_HOURS, HOUR_MS } from "#shop/constants.ts";
import type { PublicOrder, Standing } from "#shop/orders/reading/order-view.ts";
import { type ReviewWait, reviewHours } from "#shop/orders/waits/review-wait.ts";

type Name = KeyIn<"parts">;

export type Station = {
  name: Name;
  /** When the order reached this station; null if it has not, or if the time was not recorded. */
  at: Date | null;
  state: "passed" | "here" | "ahead";
  /** The order is here and will go further. */
  isMoving: boolean;
  signal: "green" | "amber" | "red" | "slate";
};

type Shown = Standing &
  Pick<PublicOrder, "createdAt" | "paymentMethod" | "paymentVerified"> & {
    upi?: object | null;
    paidAt?: Date | null;
    hasPaymentToReview?: boolean;
  };

/**
 * The stations of an order's progress line: Placed, In review or Payment, and the final status. An
 * order that is paid before the delivery waits for its payment, also one whose buyer was asked to
 * pay: `upi` is what is left to pay. A pending order whose money is there is in review,
 * and one that was rejected unpaid has no station for its payment.
 * [S4.7] [S10.3] [S10.17]
 */
export function stationsOf(order: Shown): Station[] {
  const isPaidAfterwards = order.paymentMethod === "request" || order.paymentMethod === "amazon";
  const isMoneyHere = order.status === "pending" && (order.paidAt || order.hasPaymentToReview);
  const between = (isPaidAfterwards && !order.upi) || isMoneyHere ? "inReview" : "payment";
  const placed = passed("placed", order.createdAt);
  const reviewed = passed(between, null);
  switch (order.status) {
    case "pending":
      return [
        placed,
        order.paymentVerified === false ? waiting("paymentCheckFailed", "red") : waiting(between, "amber"),
        { name: "delivered", at: null, state: "ahead", isMoving: false, signal: "slate" },
      ];
    case "approved":
      return [placed, reviewed, ended("delivered", order.processedAt, "green")];
    case "rejected":
      return [placed, ...(between === "payment" && !order.paidAt ? [] : [reviewed]), ended("rejected", order.processedAt, "red")];
    case "cancelled":
      return [placed, ended("cancelled", order.cancelledAt, "slate")];
  }
}

function passed(name: Name, at: Date | null): Station {
  return { name, at, state: "passed", isMoving: false, signal: "green" };
}

function waiting(name: Name, signal: Station["signal"]): Station {
  return { name, at: null, state: "here", isMoving: true, signal };
}

function ended(name: Name, at: Date | null, signal: Station["signal"]): Station {
  return { name, at, state: "here", isMoving: false, signal };
}

/**
 * The time by which the shop promises to have reviewed an order, or will have if its reviews take
 * longer lately. [S1.2] [S14.14]
 */
export function promisedBy(createdAt: Date, wait: ReviewWait | null): Date {
  return new Date(createdAt.getTime() + reviewHours(wait) * HOUR_MS);
}

/** `12-24`: how many hours a review takes. [S1.2] */
export const promisedHours = `${APPROVAL_MIN_HOURS}-${APPROVAL_MAX_HOURS}`;
