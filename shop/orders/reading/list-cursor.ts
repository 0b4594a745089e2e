import { readCursor, writeCursor } from "#shop/page-cursor.ts";

/**
 * The place of a list's last row: its time and id and, in the queue,
 * whether no money came for it yet.
 */
export type ListCursor = { at: string; id: string; hasNoMoney: boolean };

/** The row that a cursor is written of. */
type LastRow = { id: string; createdAt: Date; handledAt: Date | null; paidAt: Date | null; hasPaymentToReview: boolean };

/** Marks an order of the queue that money came for, in front of its id. */
const PAID = "paid:";

/**
 * Reads a cursor of a list of orders. Returns null if it is invalid; the list then starts from its
 * beginning.
 */
export function readListCursor(after: string): ListCursor | null {
  const cursor = readCursor(after);
  if (cursor === null) return null;
  const isPaid = cursor.id.startsWith(PAID);
  return { at: cursor.at, id: isPaid ? cursor.id.slice(PAID.length) : cursor.id, hasNoMoney: !isPaid };
}

/** Writes the cursor of a list of orders after its last row. */
export function writeListCursor({ id, createdAt, handledAt, paidAt, hasPaymentToReview }: LastRow): string {
  const isOnTop = handledAt === null && (paidAt !== null || hasPaymentToReview);
  return writeCursor(handledAt ?? createdAt, isOnTop ? `${PAID}${id}` : id);
}
