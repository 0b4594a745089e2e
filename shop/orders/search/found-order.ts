import type { OrderStatus, Placed } from "../order.ts";

/** By what a search found an order. */
export type FoundBy = "code" | "unit" | "replaced" | "giftCard" | "utr" | "payment" | "email" | "customer" | "words";

/** An order that a search found, without IDs and codes. [S12.3] [S6.5] */
export type FoundOrder = Pick<Placed, "id" | "requestCode" | "productName" | "quantity" | "totalPaise" | "createdAt"> & {
  /** The language of the product's name; null if it is not known. [S11.2] */
  nameLanguage: string | null;
  status: OrderStatus;
  by: FoundBy;
};

/** The code of the one order that a whole code, ID or number stands for; null: show them all. */
export function onlyMatch(found: readonly FoundOrder[]): string | null {
  const [only] = found;
  return found.length === 1 && only && only.by !== "words" && only.by !== "customer" ? only.requestCode : null;
}
