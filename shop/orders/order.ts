import type { Paise } from "#shop/money.ts";

export const orderStatuses = ["pending", "approved", "rejected", "cancelled"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Where each status may go; an empty list is final. [S4.1] */
export const nextStatuses = {
  pending: ["approved", "rejected", "cancelled"],
  approved: [],
  rejected: [],
  cancelled: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

/** How an order is paid, and how that is called on the screens. [S1.4] [S1.5] */
export const paymentMethods = { request: "Request First", amazon: "Amazon Gift Card" } as const;
export type PaymentMethod = keyof typeof paymentMethods;

/** What never changes after an order was placed; name and price are copies from that moment. [S3.3] [S3.4] */
export type Placed = {
  /** Random; its first characters tell orders apart. [S3.6] */
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

type ProofState = {
  hasProof: boolean;
  /** null until an admin looked at it. [S4.9] */
  paymentVerified: boolean | null;
};

/** The states an order can be in, each with what belongs to it alone. [S4.1] [S4.6] */
export type PendingOrder = Placed & ProofState & { status: "pending" };
export type ApprovedOrder = Placed &
  ProofState & { status: "approved"; processedAt: Date; approvedBy: string; deliveredIds: string[]; downloadLink: string | null };
export type RejectedOrder = Placed & ProofState & { status: "rejected"; processedAt: Date; reason: string };
export type CancelledOrder = Placed & ProofState & { status: "cancelled"; cancelledAt: Date };

/** An order: one row, whoever looks at it. The specification calls it a request. [S3.5] */
export type Order = PendingOrder | ApprovedOrder | RejectedOrder | CancelledOrder;
