import type { Erased } from "#shop/erased.ts";
import type { Order, Placed } from "./order.ts";
import type { OrderRow } from "./tables.server.ts";

/** The gift card, proof and delivered IDs of a row, in the form that the reader may see. */
type Held<Card, Picture, Ids> = { giftCard: Card | null; proof: Picture | null; deliveredIds: Ids };

/**
 * Converts a row to an order. This is the only place where columns become states. Throws for a row
 * that the table's checks forbid. [S4.1] [S4.6]
 */
export function orderOf<Card, Picture, Ids>(
  row: OrderRow & { isUnanswered?: boolean },
  held: Held<Card, Picture, Ids>,
): Order<Card, Picture, Ids> {
  const { paymentVerified, paidAt, codeErasedAt, proofErasedAt, idsErasedAt } = row;
  const shared = { ...placedOf(row), paymentVerified, paidAt };
  const giftCard = held.giftCard ?? erased(codeErasedAt);
  const proof = held.proof ?? erased(proofErasedAt);
  const processedAt = () => there(row, "processedAt");
  switch (row.status) {
    case "pending":
      return { ...shared, status: "pending", giftCard: held.giftCard, proof: held.proof };
    case "approved": {
      const deliveredIds = erased(idsErasedAt) ?? held.deliveredIds;
      const approvedBy = there(row, "approvedBy");
      const { downloadLink, claimUntil } = row;
      const given = { approvedBy, deliveredIds, downloadLink, claimUntil };
      return { ...shared, status: "approved", giftCard, proof, processedAt: processedAt(), ...given };
    }
    case "rejected":
      return { ...shared, status: "rejected", giftCard, proof, processedAt: processedAt(), reason: there(row, "reason") };
    case "cancelled": {
      const expired = { expiredAfterHours: row.expiredAfterHours, ...(row.isUnanswered && { isUnanswered: true as const }) };
      return { ...shared, status: "cancelled", giftCard, proof, cancelledAt: there(row, "cancelledAt"), ...expired };
    }
  }
}

/** Copies only the fields that never change after an order was placed. */
export function placedOf(order: Placed): Placed {
  const { id, requestCode, productId, productName, quantity, pricePaise, totalPaise, paymentMethod, createdAt } = order;
  return { id, requestCode, productId, productName, quantity, pricePaise, totalPaise, paymentMethod, createdAt };
}

function erased(erasedAt: Date | null): Erased | null {
  return erasedAt && { erasedAt };
}

type Needed = "processedAt" | "approvedBy" | "reason" | "cancelledAt";

/** Reads a column that the table's checks guarantee for the row's status. */
function there<K extends Needed>(row: OrderRow, column: K): NonNullable<OrderRow[K]> {
  const value = row[column];
  if (value === null) throw new Error(`order ${row.requestCode} is ${row.status} without ${column}`);
  return value;
}
