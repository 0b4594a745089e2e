import { wordsOfAction, wordsOfFacts } from "#shop/audit/action-words.ts";
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

/** One line of an order's history; `who` is null if nobody is named. */
type PastLine = { at: Date; who: string | null; what: string; more: string };

type Cancellation = Pick<CancelledOrder, "status" | "cancelledAt" | "expiredAfterHours">;
type Ending = { status: "pending" } | { status: "approved" | "rejected"; processedAt: Date } | Cancellation;
type Past = Ending & Pick<OrderInDepth, "createdAt" | "proofResentAt" | "actions">;

/** An order's history, oldest first: what its buyer, admins and the shop itself did. [S4.6] */
export function pastOf(order: Past): PastLine[] {
  const actions = order.actions.map(({ at, adminName, action, facts }) => ({
    ...{ at, who: adminName, more: wordsOfFacts(facts) },
    what: wordsOf(wordsOfAction("order", action)),
  }));
  return [
    byBuyer(order.createdAt, "placed the order"),
    ...(order.proofResentAt ? [byBuyer(order.proofResentAt, "sent a new payment proof")] : []),
    ...actions,
    ...endOf(order),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** How the order ended, unless the audit log contains it. */
function endOf(order: Past): PastLine[] {
  switch (order.status) {
    case "pending":
      return [];
    case "approved":
    case "rejected": {
      const isRecorded = order.actions.some(({ action }) => action === "order-approved" || action === "order-rejected");
      return isRecorded ? [] : [{ at: order.processedAt, who: null, what: order.status, more: "" }];
    }
    case "cancelled":
      return [cancellationOf(order)];
  }
}

function cancellationOf({ cancelledAt: at, expiredAfterHours }: Cancellation): PastLine {
  if (expiredAfterHours === null) return byBuyer(at, "cancelled the order");
  return { at, who: "The shop", what: "cancelled the order by itself", more: `not approved within ${expiredAfterHours} h` };
}

function byBuyer(at: Date, what: string): PastLine {
  return { at, who: "The buyer", what, more: "" };
}

function wordsOf({ before, after }: { before: string; after: string | null }): string {
  return after === null ? before : `${before}the order${after}`;
}
