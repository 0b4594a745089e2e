import type { AdminOrder } from "#shop/orders/order-view.ts";

/** The fewest rows of the field for IDs. [S2.30] */
const ROWS_MIN = 3;

/** What the field for IDs says: its non-empty lines, trimmed. [S2.30] [S5.5] */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** How many rows the field for IDs has: one for each ID that was ordered, three at least. [S2.30] */
export function rowsFor(quantity: number): number {
  return Math.max(ROWS_MIN, quantity);
}

/** The field for IDs as Manage opens it: the IDs reserved for the order, one per line. [S2.30] */
export function reservedText(order: Pick<AdminOrder, "reservedIds">): string {
  return order.reservedIds.map(({ value }) => value).join("\n");
}

/** The reserved IDs that the admin took out of the field: each returns to the stock unless it is called faulty. [S4.4] */
export function takenOut(order: Pick<AdminOrder, "reservedIds">, text: string): AdminOrder["reservedIds"] {
  const kept = new Set(linesOf(text));
  return order.reservedIds.filter(({ value }) => !kept.has(value.trim()));
}
