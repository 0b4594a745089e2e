import { type Paise, priceText } from "#shop/money.ts";
import { PROVIDER_LEAST_PAISE } from "#shop/payments/constants.ts";
import { isProviderName, type ProvenSource, type ProviderName, providerNames } from "#shop/payments/payment.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import type { ChoosableMethod, Order, PaymentMethod } from "../order.ts";
import type { OrderView, WholeOrder } from "../reading/order-view.ts";

const MONEY = "payment:";

/** Which payment methods the owner switched on. */
export type MethodsTaken = Pick<ShopSettings, "takesRequest" | "takesAmazon" | "takesUpi" | "takesRazorpay" | "takesStripe">;

/** Whether buyers may choose a payment method. [S1.4] [S1.5] [S10.1] */
export function takesMethod(shop: MethodsTaken, method: ChoosableMethod): boolean {
  const { takesRequest: request, takesAmazon: amazon, takesUpi: upi, takesRazorpay: razorpay, takesStripe: stripe } = shop;
  return { request, amazon, upi, razorpay, stripe }[method];
}

/** The providers that the owner switched on. [S10.1] */
export function providersOn(shop: MethodsTaken): ProviderName[] {
  return providerNames.filter((name) => takesMethod(shop, name));
}

/** Whether a buyer who is asked to pay before the delivery has a way to do so. [S10.17] */
export function canPayWhenAsked(shop: MethodsTaken): boolean {
  return shop.takesUpi || providersOn(shop).length > 0;
}

/** Who approved an order that its money approved, for admins: `payment:razorpay`. [S4.6] [S10.5] */
export function approvedByMoneyOf(source: ProvenSource): string {
  return MONEY + source;
}

/** Who approved an order that was delivered at once because nothing is to be paid. [S10.1] */
export const APPROVED_AS_FREE = `${MONEY}free`;

/** Whether nothing is to be paid for an order. [S10.1] */
export function isFree({ totalPaise }: Pick<Order, "totalPaise">): boolean {
  return totalPaise === 0;
}

/** Whether an order was approved by its money, or at once because it is free. [S10.1] [S10.5] */
export function isApprovedByMoney(approvedBy: string): boolean {
  return approvedBy.startsWith(MONEY);
}

/** The fields that show whether an order was paid. */
type Payable = { paymentMethod: PaymentMethod; paymentVerified: boolean | null; paidAt: Date | null };

/**
 * When an order that is approved at `at` counts as paid: an earlier `paidAt` stays, and a gift card
 * that did not fail verification counts as paid now. [S1.5]
 */
export function paidAtApproval(order: Payable, at: Date): Date | null {
  const isGiftCardTaken = order.paymentMethod === "amazon" && order.paymentVerified !== false;
  return order.paidAt ?? (isGiftCardTaken ? at : null);
}

/**
 * The owner's instructions on how to pay, for a visitor who sees the whole order while it is to be
 * paid. Empty otherwise. [S1.4] [S2.15]
 */
export function howToPayFor(order: OrderView, howToPay: string): string {
  return order.isWhole && isToBePaid(order) ? howToPay : "";
}

/**
 * Whether the buyer still has to pay: an approved `Request First` order that nobody marked as paid.
 * [S1.4]
 */
export function isToBePaid(order: Pick<Order, "status" | "paymentMethod" | "paidAt" | "totalPaise">): boolean {
  return order.status === "approved" && order.paymentMethod === "request" && order.paidAt === null && order.totalPaise > 0;
}

/**
 * Whether a buyer may pay this total so. Refuses a method that is off (`paymentMethodOff`), and a
 * provider for less than it takes (`totalTooSmallToPayOnline`). [S10.1]
 */
export function takesPayment(
  shop: MethodsTaken,
  method: ChoosableMethod,
  totalPaise: Paise,
): Result<null, "paymentMethodOff" | "totalTooSmallToPayOnline"> {
  if (totalPaise > 0 && !takesMethod(shop, method)) return refused("paymentMethodOff");
  if (takesTotal(method, totalPaise)) return ok(null);
  return refused("totalTooSmallToPayOnline", { least: priceText(PROVIDER_LEAST_PAISE) });
}

/** Whether a method takes this total: providers take nothing below their least amount. [S10.1] */
export function takesTotal(method: ChoosableMethod, totalPaise: Paise): boolean {
  return totalPaise === 0 || !isProviderName(method) || totalPaise >= PROVIDER_LEAST_PAISE;
}

/**
 * Whether the buyer of a `Request First` order was asked to pay before the delivery, and has not
 * yet. [S10.17]
 */
export function isAskedToPay({ paymentMethod, upi }: Pick<WholeOrder, "paymentMethod" | "upi">): boolean {
  return paymentMethod === "request" && upi !== null;
}
