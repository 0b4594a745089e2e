import type { DeliveryWay } from "#shop/catalogue/product.ts";
import type { Paise } from "#shop/money.ts";
import { QUANTITY_MAX } from "#shop/orders/constants.ts";
import type { PaymentMethod } from "#shop/orders/order.ts";
import type { InstantLimit } from "#shop/payments/payment.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";

/** The owner's limits of instant delivery. */
type InstantLimits = Pick<ShopSettings, "instantAmountMax" | "instantIdsMax" | "newBuyersIdsMax">;

/** What the limits of instant delivery look at. */
export type Deliverable = {
  quantity: number;
  totalPaise: Paise;
  paymentMethod: PaymentMethod;
  /** When an admin asked its buyer to pay; such an order was looked at. [S10.17] */
  paymentAskedAt: Date | null;
  /** Whether all of its IDs are reserved, and none of them is recalled. [S15.11] */
  hasItsIds: boolean;
  /** How its product is delivered. */
  delivery: DeliveryWay;
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
  { instantAmountMax, instantIdsMax, newBuyersIdsMax }: InstantLimits,
): InstantLimit | null {
  if (order.delivery === "after approval" || !order.hasItsIds || isToBeLookedAt(order)) return "product";
  if (instantAmountMax > 0 && order.totalPaise > instantAmountMax * 100) return "amount";
  if (instantIdsMax === 0 || order.isKnownBuyer) return null;
  const together = [{ ids: order.idsLately, times: 1 }, ...order.idsOfMarks];
  if (together.some(({ ids, times }) => ids + order.quantity > instantIdsMax * times)) return "ids";
  return newBuyersIdsMax > 0 && order.idsOfNewBuyers + order.quantity > newBuyersIdsMax ? "new buyers" : null;
}

/**
 * How many IDs of a product an order can have and still be delivered as soon as it is paid, as far
 * as the shop can promise it to anybody: to a buyer whom it does not know yet. 0: every order
 * waits for an approval. [S1.2] [S10.6]
 */
export function atOnceUpTo({ delivery, pricePaise }: { delivery: DeliveryWay; pricePaise: Paise }, limits: InstantLimits): number {
  if (delivery === "after approval") return 0;
  const { instantAmountMax, instantIdsMax, newBuyersIdsMax } = limits;
  const byAmount = instantAmountMax > 0 && pricePaise > 0 ? Math.floor((instantAmountMax * 100) / pricePaise) : QUANTITY_MAX;
  const byIds = instantIdsMax > 0 ? Math.min(instantIdsMax, newBuyersIdsMax || QUANTITY_MAX) : QUANTITY_MAX;
  return Math.min(byAmount, byIds, QUANTITY_MAX);
}

/**
 * An order whose buyer did not choose to pay by money, and was not asked to. A free one has nothing
 * to look at. [S1.4] [S1.5] [S10.1]
 */
function isToBeLookedAt({ paymentMethod, paymentAskedAt, totalPaise }: Deliverable): boolean {
  if (totalPaise === 0) return false;
  return paymentMethod === "amazon" || (paymentMethod === "request" && paymentAskedAt === null);
}
