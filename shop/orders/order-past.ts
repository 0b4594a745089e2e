import type { AuditFacts } from "#shop/audit/audited-deed.ts";
import { wordsOfDeed, wordsOfFacts } from "#shop/audit/deed-words.ts";
import type { LetterKind, LetterState } from "#shop/letters/letter.ts";
import type { AdminOrder } from "./order-view.ts";

/** A letter about an order: how it is called, and how far it got. */
export type OrderLetter = { kind: LetterKind; state: LetterState; createdAt: Date; sentAt: Date | null };

/** Something that an admin did to an order. */
export type OrderDeed = { at: Date; adminName: string; deed: string; facts: AuditFacts };

/** An order with everything around it, as its own page in the admin shows it. */
export type OrderInDepth = AdminOrder & {
  /** The customer's account; null for a guest. */
  customer: { email: string; isDisabled: boolean } | null;
  /** Whether the product is still in the inventory. */
  hasProduct: boolean;
  /** How many IDs of the product are free. */
  available: number;
  /** Whether the private link still opens the order. [S6.6] */
  hasPrivateLink: boolean;
  proofResentAt: Date | null;
  /** Cancelled by itself after so many hours; null: it was not. */
  lapsedAfterHours: number | null;
  letters: OrderLetter[];
  deeds: OrderDeed[];
};

/** One line of an order's history; `who` is null where nobody is named. */
export type PastLine = { at: Date; who: string | null; what: string; more: string };

type Past = Pick<OrderInDepth, "status" | "createdAt" | "processedAt" | "cancelledAt" | "proofResentAt" | "lapsedAfterHours" | "deeds">;

/** An order's history, the oldest first: what its buyer, what admins and what the shop did by itself. [S4.6] */
export function pastOf(order: Past): PastLine[] {
  const deeds = order.deeds.map(({ at, adminName, deed, facts }) => ({
    ...{ at, who: adminName, more: wordsOfFacts(facts) },
    what: saidOfThis(wordsOfDeed("order", deed)),
  }));
  const isHandlingNoted = order.deeds.some(({ deed }) => deed === "order-approved" || deed === "order-rejected");
  return [
    byBuyer(order.createdAt, "placed the order"),
    ...(order.proofResentAt ? [byBuyer(order.proofResentAt, "sent a new payment proof")] : []),
    ...deeds,
    ...(order.processedAt && !isHandlingNoted ? [{ at: order.processedAt, who: null, what: order.status, more: "" }] : []),
    ...(order.cancelledAt ? [cancellationOf(order, order.cancelledAt)] : []),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
}

function cancellationOf({ lapsedAfterHours }: Past, at: Date): PastLine {
  if (lapsedAfterHours === null) return byBuyer(at, "cancelled the order");
  return { at, who: "The shop", what: "cancelled the order by itself", more: `not approved within ${lapsedAfterHours} h` };
}

function byBuyer(at: Date, what: string): PastLine {
  return { at, who: "The buyer", what, more: "" };
}

function saidOfThis({ before, after }: { before: string; after: string | null }): string {
  return after === null ? before : `${before}the order${after}`;
}
