import type { WholeOrder } from "#shop/orders/reading/order-view.ts";

/** Fields that only the page of an order shows. */
type OfItsPage =
  | ("productId" | "paidAt" | "userId" | "privatePath" | "mayAdopt" | "receiptNumber" | "creditNotes")
  | ("instructions" | "moneyBack" | "hasPaymentToReview" | "upi" | "isWhole");

type Without<T, Name extends PropertyKey> = T extends unknown ? Omit<T, Name> : never;

/** An order in the list of a customer's orders. [S2.20] */
export type ListedOrder = Without<WholeOrder, OfItsPage>;

/** Leaves out what only the page of an order shows, so that a list of orders is smaller. */
export function listedOrder({
  productId,
  paidAt,
  userId,
  privatePath,
  mayAdopt,
  receiptNumber,
  creditNotes,
  instructions,
  moneyBack,
  hasPaymentToReview,
  upi,
  isWhole,
  ...listed
}: WholeOrder): ListedOrder {
  return listed;
}
