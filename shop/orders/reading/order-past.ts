import type { AuditFacts } from "#shop/audit/audited-action.ts";
import type { EmailKind, EmailState } from "#shop/emails/email.ts";
import type { CancelledOrder } from "../order.ts";
import type { DisputeOfPayment, ListedPayment, RefundOfPayment } from "../payment/listed-payment.ts";
import { APPROVED_AS_FREE, isApprovedByMoney } from "../payment/order-payment.ts";
import type { AdminOrder } from "./order-view.ts";

/** An email about an order, with its kind and state. */
export type OrderEmail = { kind: EmailKind; state: EmailState; createdAt: Date; sentAt: Date | null };

/** An audit log entry about an order. */
export type OrderAction = { at: Date; adminName: string; action: string; facts: AuditFacts };

/** An order with everything that its page in the admin area shows. */
export type OrderInDepth = AdminOrder & {
  /** null for a guest. */
  customer: { email: string; isDisabled: boolean } | null;
  /** Whether the product still exists. */
  hasProduct: boolean;
  /** How many IDs of the product are free. */
  available: number;
  /** Whether the order has a private link that works. [S6.6] */
  hasPrivateLink: boolean;
  /** Whether this person reads the IDs whole once *Show IDs* is pressed. [S13.6] */
  mustShowIds: boolean;
  proofResentAt: Date | null;
  /** The money that came for it, with its refunds. [S10.8] [S10.10] */
  payments: ListedPayment[];
  /** When money reopened it, and how it had been cancelled before. [S10.8] */
  reopened: ({ at: Date } & Omit<Cancellation, "status">) | null;
  emails: OrderEmail[];
  actions: OrderAction[];
  /**
   * Who approved, in readable form: an admin's email address or an API key's name; null if neither
   * exists any more. [S4.6]
   */
  approvedByName: string | null;
};

export type ApprovedInDepth = Extract<OrderInDepth, { status: "approved" }>;

/**
 * A line of an order's history: what its buyer, the shop itself, an admin, money or somebody did.
 */
export type PastLine = { at: Date } & (
  | { what: "placed" | "proof-resent" | "cancelled" | "approved" | "rejected" | "paid-for" | "free" | "reopened" }
  | { what: "paid"; payment: ListedPayment }
  | { what: "refund-begun" | "refund-failed" | "refunded"; payment: ListedPayment; refund: RefundOfPayment }
  | { what: DisputeLine; payment: ListedPayment; dispute: DisputeOfPayment }
  | { what: "expired" | "unanswered"; afterHours: number }
  | { what: "action"; action: OrderAction }
);

type DisputeLine = "disputed" | "dispute-won" | "dispute-lost" | "dispute-closed";

type Cancellation = Pick<CancelledOrder, "status" | "cancelledAt" | "expiredAfterHours" | "isUnanswered">;
type Ending =
  | { status: "pending" }
  | { status: "approved"; processedAt: Date; approvedBy: string }
  | { status: "rejected"; processedAt: Date }
  | Cancellation;
type Past = Ending & Pick<OrderInDepth, "createdAt" | "proofResentAt" | "payments" | "reopened" | "actions">;

/** An order's history, oldest first: what its buyer, admins and the shop itself did. [S4.6] */
export function pastOf(order: Past): PastLine[] {
  const { createdAt, proofResentAt, actions } = order;
  const lines: PastLine[] = [
    { at: createdAt, what: "placed" },
    ...(proofResentAt ? [{ at: proofResentAt, what: "proof-resent" } as const] : []),
    ...order.payments.flatMap(moneyOf),
    ...actions.map((action) => ({ at: action.at, what: "action" as const, action })),
    ...endOf(order),
  ];
  return lines.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** When a payment came, what of it went back and was disputed, by whom and how that ended. */
function moneyOf(payment: ListedPayment): PastLine[] {
  const back = payment.refunds.flatMap((refund): PastLine[] => {
    const isAsked = refund.how === "provider" && refund.adminId !== null;
    const begun = isAsked ? [{ at: refund.createdAt, what: "refund-begun" as const, payment, refund }] : [];
    if (refund.doneAt !== null) return [...begun, { at: refund.doneAt, what: "refunded", payment, refund }];
    return refund.state === "failed" ? [{ at: refund.createdAt, what: "refund-failed", payment, refund }] : begun;
  });
  const disputed = payment.disputes.flatMap((dispute): PastLine[] => {
    const { openedAt, closedAt, state } = dispute;
    const opened = { at: openedAt, what: "disputed" as const, payment, dispute };
    if (closedAt === null || state === "to answer" || state === "under review") return [opened];
    return [opened, { at: closedAt, what: `dispute-${state}` as const, payment, dispute }];
  });
  // What was paid outside the shop was noted with its refund; when it was marked as paid is among the actions.
  if (payment.source === "by_hand") return back;
  return [{ at: payment.receivedAt, what: "paid", payment }, ...back, ...disputed];
}

/** How the order ended, unless the audit log contains it. Money may have reopened it. */
function endOf(order: Past): PastLine[] {
  switch (order.status) {
    case "pending":
      return [];
    case "approved": {
      const { reopened, processedAt: at } = order;
      if (reopened) return [cancellationOf(reopened), { at: reopened.at, what: "reopened" }];
      if (order.approvedBy === APPROVED_AS_FREE) return [{ at, what: "free" }];
      if (isApprovedByMoney(order.approvedBy)) return [{ at, what: "paid-for" }];
      return isRecorded(order) ? [] : [{ at, what: "approved" }];
    }
    case "rejected":
      return isRecorded(order) ? [] : [{ at: order.processedAt, what: "rejected" }];
    case "cancelled":
      return [cancellationOf(order)];
  }
}

function isRecorded({ actions }: Past): boolean {
  return actions.some(({ action }) => action === "order-approved" || action === "order-rejected");
}

function cancellationOf({ cancelledAt: at, expiredAfterHours: afterHours, isUnanswered }: Omit<Cancellation, "status">): PastLine {
  return afterHours === null ? { at, what: "cancelled" } : { at, what: isUnanswered ? "unanswered" : "expired", afterHours };
}
