import type { Paise } from "#shop/money.ts";
import type { PaymentMethod } from "#shop/orders/order.ts";
import type { InstantLimit } from "#shop/payments/payment.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";

/** What the limits of instant delivery look at. */
export type Deliverable = {
  quantity: number;
  totalPaise: Paise;
  paymentMethod: PaymentMethod;
  /** When an admin asked its buyer to pay; such an order was looked at. [S10.17] */
  paymentAskedAt: Date | null;
  /** Whether all of its IDs are reserved. */
  hasItsIds: boolean;
  /** How its product is delivered. */
  delivery: "instant" | "after approval";
  /** Whether its buyer has an order that was approved more than a day ago. */
  isKnownBuyer: boolean;
  /** The IDs that money delivered to its buyer within a day. */
  idsLately: number;
  /**
   * The IDs that new buyers who share something with it got at once within a day, and how many
   * times the limit of one buyer they may get together.
   */
  idsOfMarks: readonly { ids: number; times: number }[];
  /** The IDs that all new buyers together got at once within an hour. */
  idsOfNewBuyers: number;
};

/**
 * The limit that keeps a paid order from being delivered at once; null if nothing does: its product
 * or its payment method waits for an approval, its amount is above the owner's, or its buyer is new
 * and gets too many IDs a day, alone or with those who share its payer, mailbox or network, or all
 * new buyers together get too many an hour. The last holds only where one buyer's limit does.
 * [S10.6]
 */
export function instantLimitOf(
  order: Deliverable,
  { instantAmountMax, instantIdsMax, newBuyersIdsMax }: Pick<ShopSettings, "instantAmountMax" | "instantIdsMax" | "newBuyersIdsMax">,
): InstantLimit | null {
  if (order.delivery === "after approval" || !order.hasItsIds || isToBeLookedAt(order)) return "product";
  if (instantAmountMax > 0 && order.totalPaise > instantAmountMax * 100) return "amount";
  if (instantIdsMax === 0 || order.isKnownBuyer) return null;
  const together = [{ ids: order.idsLately, times: 1 }, ...order.idsOfMarks];
  if (together.some(({ ids, times }) => ids + order.quantity > instantIdsMax * times)) return "ids";
  return newBuyersIdsMax > 0 && order.idsOfNewBuyers + order.quantity > newBuyersIdsMax ? "new buyers" : null;
}

/**
 * An order whose buyer did not choose to pay by money, and was not asked to. A free one has nothing
 * to look at. [S1.4] [S1.5] [S10.1]
 */
function isToBeLookedAt({ paymentMethod, paymentAskedAt, totalPaise }: Deliverable): boolean {
  if (totalPaise === 0) return false;
  return paymentMethod === "amazon" || (paymentMethod === "request" && paymentAskedAt === null);
}
