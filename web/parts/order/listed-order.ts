import type { WholeOrder } from "#shop/orders/reading/order-view.ts";

/** Fields that only the page of an order shows. */
type OfItsPage =
  | ("productId" | "paidAt" | "userId" | "privatePath" | "mayAdopt" | "receiptNumber" | "creditNotes")
  | ("instructions" | "moneyBack" | "hasPaymentToReview" | "upi" | "isWhole");

type Without<T, Name extends PropertyKey> = T extends unknown ? Omit<T, Name> : never;

/** An order in a list of one's own orders: an account's history, or My orders. [S2.20] [S12.1] */
export type ListedOrder = Without<WholeOrder, OfItsPage>;

/**
 * Leaves out what only the page of an order shows, such as instructions and the private link: each
 * page carries its data.
 */
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
