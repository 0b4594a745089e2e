import type { AuditFacts } from "#shop/audit/audited-action.ts";
import type { EmailKind, EmailState } from "#shop/emails/email.ts";
import type { CancelledOrder } from "../order.ts";
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
  proofResentAt: Date | null;
  emails: OrderEmail[];
  actions: OrderAction[];
  /**
   * Who approved, in readable form: an admin's email address or an API key's name; null if neither
   * exists any more. [S4.6]
   */
  approvedByName: string | null;
};

export type ApprovedInDepth = Extract<OrderInDepth, { status: "approved" }>;

/** A line of an order's history: what its buyer, the shop itself, an admin or somebody did. */
export type PastLine = { at: Date } & (
  | { what: "placed" | "proof-resent" | "cancelled" | "approved" | "rejected" }
  | { what: "expired"; afterHours: number }
  | { what: "action"; action: OrderAction }
);

type Cancellation = Pick<CancelledOrder, "status" | "cancelledAt" | "expiredAfterHours">;
type Ending = { status: "pending" } | { status: "approved" | "rejected"; processedAt: Date } | Cancellation;
type Past = Ending & Pick<OrderInDepth, "createdAt" | "proofResentAt" | "actions">;

/** An order's history, oldest first: what its buyer, admins and the shop itself did. [S4.6] */
export function pastOf(order: Past): PastLine[] {
  const { createdAt, proofResentAt, actions } = order;
  const lines: PastLine[] = [
    { at: createdAt, what: "placed" },
    ...(proofResentAt ? [{ at: proofResentAt, what: "proof-resent" } as const] : []),
    ...actions.map((action) => ({ at: action.at, what: "action" as const, action })),
    ...endOf(order),
  ];
  return lines.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** How the order ended, unless the audit log contains it. */
function endOf(order: Past): PastLine[] {
  switch (order.status) {
    case "pending":
      return [];
    case "approved":
    case "rejected": {
      const isRecorded = order.actions.some(({ action }) => action === "order-approved" || action === "order-rejected");
      return isRecorded ? [] : [{ at: order.processedAt, what: order.status }];
    }
    case "cancelled": {
      const { cancelledAt: at, expiredAfterHours: afterHours } = order;
      return [afterHours === null ? { at, what: "cancelled" } : { at, what: "expired", afterHours }];
    }
  }
}
