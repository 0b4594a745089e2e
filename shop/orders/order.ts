import type { Erased } from "#shop/erased.ts";
import type { Paise } from "#shop/money.ts";
import type { ClaimOfId } from "./claims/claim.ts";

export const orderStatuses = ["pending", "approved", "rejected", "cancelled"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/**
 * The statuses that each status may change to by a decision; an empty list is final. Late money
 * alone reopens a cancelled order (`settle`). [S4.1] [S10.8]
 */
export const nextStatuses = {
  pending: ["approved", "rejected", "cancelled"],
  approved: [],
  rejected: [],
  cancelled: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

/** The payment methods, with their names. [S1.4] [S1.5] [S10.1] */
export const paymentMethods = {
  request: "Request First",
  amazon: "Amazon Gift Card",
  upi: "UPI",
  razorpay: "Razorpay",
  stripe: "Stripe",
} as const;
export type PaymentMethod = keyof typeof paymentMethods;
/** The payment methods in display order. */
export const methodNames = Object.keys(paymentMethods) as [PaymentMethod, ...PaymentMethod[]];

/** The payment methods that a buyer can choose now. */
export const choosableMethods = ["request", "amazon", "upi", "razorpay", "stripe"] as const satisfies readonly PaymentMethod[];
export type ChoosableMethod = (typeof choosableMethods)[number];

/**
 * The fields that never change after an order was placed. Name and price are copies. [S3.3] [S3.4]
 */
export type Placed = {
  /** Random. Lists show its first characters. [S3.6] */
  id: string;
  requestCode: string;
  productId: string;
  productName: string;
  quantity: number;
  pricePaise: Paise;
  totalPaise: Paise;
  paymentMethod: PaymentMethod;
  createdAt: Date;
};

/** The last 4 characters of a gift card code; null if the code is too short to show any. [S2.15] */
export type GiftCard = { last4: string | null };

/** A picture of the payment. Only admins may read its name and id. [S6.5] */
export type Proof = { isReceived: true };

/**
 * A delivered ID; `replacedAt` is set if it replaced one that did not work. `claim` is the last one
 * of its place. [S15.8]
 */
export type DeliveredId = { value: string; replacedAt: Date | null; claim: ClaimOfId | null };

/**
 * An order's payment. `Card` and `Picture` hold what the reader may see of the gift card and the
 * proof; null means that none was sent.
 */
type Payment<Card, Picture> = {
  giftCard: Card | null;
  proof: Picture | null;
  /** null until an admin checked the payment. [S4.9] */
  paymentVerified: boolean | null;
  /** null if it was not paid. */
  paidAt: Date | null;
};

/** The payment of a handled order, whose gift card or proof may have been erased. */
type OldPayment<Card, Picture> = Payment<Card | Erased, Picture | Erased>;

/** An order that waits for a decision. [S4.1] */
export type PendingOrder<Card = GiftCard, Picture = Proof> = Placed & Payment<Card, Picture> & { status: "pending" };

/** An order whose IDs were delivered. [S4.6] */
export type ApprovedOrder<Card = GiftCard, Picture = Proof, Ids = DeliveredId[]> = Placed &
  OldPayment<Card, Picture> & {
    status: "approved";
    processedAt: Date;
    /**
     * The admin's user id, or `payment:` and the method whose money approved it, or
     * `payment:free`; a buyer reads `admin` or `payment`. [S4.6] [S10.1] [S10.5]
     */
    approvedBy: string;
    /** In display order. */
    deliveredIds: Ids | Erased;
    downloadLink: string | null;
    /** Until when its buyer may claim an ID that does not work; null: not at all. [S15.1] */
    claimUntil: Date | null;
  };

/** An order that an admin rejected; its buyer reads the reason. [S5.6] */
export type RejectedOrder<Card = GiftCard, Picture = Proof> = Placed &
  OldPayment<Card, Picture> & { status: "rejected"; processedAt: Date; reason: string };

/**
 * An order that its buyer cancelled, or that expired after `expiredAfterHours`; 0 means that its
 * time to pay ended (`TIME_TO_PAY_ENDED`). `isUnanswered`: it expired because its buyer did not
 * answer a question. [S4.1] [S10.7] [S14.5]
 */
export type CancelledOrder<Card = GiftCard, Picture = Proof> = Placed &
  OldPayment<Card, Picture> & { status: "cancelled"; cancelledAt: Date; expiredAfterHours: number | null; isUnanswered?: true };

/**
 * An order with the fields of its status. The specification calls it a request. The type parameters
 * say how much the reader may see of the gift card, the proof and the delivered IDs; the defaults
 * are what its buyer sees. [S3.5] [S4.1] [S4.6]
 */
export type Order<Card = GiftCard, Picture = Proof, Ids = DeliveredId[]> =
  | PendingOrder<Card, Picture>
  | ApprovedOrder<Card, Picture, Ids>
  | RejectedOrder<Card, Picture>
  | CancelledOrder<Card, Picture>;

/**
 * How an order of this total is paid when its buyer chose a method: with nothing to pay it asks for
 * nothing, whatever was chosen. [S10.1]
 */
export function methodFor(chosen: ChoosableMethod, totalPaise: Paise): ChoosableMethod {
  return totalPaise === 0 ? "request" : chosen;
}
