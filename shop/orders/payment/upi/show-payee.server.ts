import { and, eq, inArray } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { upiAmounts } from "#shop/payments/tables.server.ts";
import { readUpiPayee } from "#shop/payments/upi/read-upi-method.server.ts";
import type { UpiPayee } from "#shop/payments/upi/upi-method.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { UpiPart } from "./upi-part.ts";

/** What a buyer is about to see of an order. */
type Shown = { id: string; upi: UpiPart | null };

/** Whom to pay; `isHeardOf`: the bank's alerts deliver, so that nobody need type a UTR. [S16.7] */
export type ShownPayee = UpiPayee & { isHeardOf: boolean };

/**
 * Reads whom these orders' buyer pays by UPI, and notes that the buyer is shown their amounts: from
 * then on they may be paid, and are not free as soon as the order ends. Null if nothing is paid so,
 * or the owner set nothing up. [S10.12]
 */
export async function showPayee(services: Pick<Services, "db" | "settings">, orders: readonly Shown[]): Promise<ShownPayee | null> {
  const ids = orders.flatMap(({ id, upi }) => (upi?.hasOwnAmount ? [id] : []));
  if (!orders.some(({ upi }) => upi)) return null;
  if (ids.length > 0)
    await services.db
      .update(upiAmounts)
      .set({ isUnseen: false })
      .where(and(inArray(upiAmounts.orderId, ids), eq(upiAmounts.isUnseen, true)));
  const [payee, { alertsDeliver }] = await Promise.all([readUpiPayee(services), readSettings(services)]);
  return payee && { ...payee, isHeardOf: alertsDeliver };
}
