import type { AdminOrder, PendingAdminOrder, ReservedId } from "#shop/orders/reading/order-view.ts";
import { canonicalId, readId } from "#shop/stock/ids/id.ts";

const ROWS_MIN = 3;

/** The field's lines as they would be stored, without invisible lines. [S2.30] [S5.5] */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => readId(line)?.value ?? []);
}

/** The rows of the field for IDs: one for each ordered ID, but at least three. [S2.30] */
export function rowsFor(quantity: number): number {
  return Math.max(ROWS_MIN, quantity);
}

/** The initial text of the field for IDs: those reserved for the order, one per line. [S2.30] */
export function reservedText(order: AdminOrder): string {
  return order.status === "pending" ? order.reservedIds.map(({ value }) => value).join("\n") : "";
}

/**
 * The reserved IDs that the admin removed from the field; each returns to the stock unless it is
 * marked as faulty. [S4.4]
 */
export function takenOut(order: PendingAdminOrder, text: string): ReservedId[] {
  const left = new Set(linesOf(text).map(canonicalId));
  return order.reservedIds.filter(({ value }) => !left.has(canonicalId(value)));
}
