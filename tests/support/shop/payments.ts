import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { type Settled, settle } from "#shop/orders/payment/settling/settle.server.ts";
import type { Money } from "#shop/orders/payment/settling/settle.ts";
import type { payments } from "#shop/payments/tables.server.ts";
import type { TestShop } from "./shop.ts";

/** A payment of ₹499 by UPI that pays for an order; each has a UTR of its own. */
export function aPaymentRow(overrides: Partial<typeof payments.$inferInsert> = {}): typeof payments.$inferInsert {
  const at = new Date();
  return {
    id: crypto.randomUUID(),
    source: "upi",
    reference: aUtr(),
    paise: 49_900,
    currency: "INR",
    paidAt: at,
    receivedAt: at,
    state: "matched",
    ...overrides,
  };
}

/** 12 random digits, as a bank gives a payment. */
export function aUtr(): string {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n)
    .padStart(12, "4")
    .slice(-12);
}

/** Money by UPI for an order, as a statement proves it: by default ₹499, paid just now. */
export function someMoney(orderId: string | null, overrides: Partial<Money> = {}): Money {
  return {
    source: "upi",
    reference: aUtr(),
    paise: 49_900,
    currency: "INR",
    paidAt: new Date(),
    payer: "asha@okbank",
    feePaise: null,
    orderId,
    attemptId: null,
    ...overrides,
  };
}

/** Settles money in a transaction of its own, as every door does. */
export function settled(services: Services, money: Money): Promise<Settled> {
  return inTransaction(services.db, (tx) => settle(services, tx, money));
}

/**
 * Makes a pending order one that is paid online, as if its buyer had chosen that. Buyers cannot
 * choose it yet.
 */
export async function paidOnline<O extends { id: string }>({ services }: Pick<TestShop, "services">, order: O): Promise<O> {
  await services.db.$client.query("update orders set payment_method = 'upi' where id = $1", [order.id]);
  return order;
}
