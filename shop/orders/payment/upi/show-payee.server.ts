import { and, eq, inArray, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { HEARD_LATELY_MS } from "#shop/payments/alerts/constants.ts";
import { upiAmounts } from "#shop/payments/tables.server.ts";
import { readUpiPayee } from "#shop/payments/upi/read-upi-method.server.ts";
import type { UpiPayee } from "#shop/payments/upi/upi-method.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { UpiPart } from "./upi-part.ts";

/** What a buyer is about to see of an order. */
type Shown = { id: string; upi: UpiPart | null };

type Needs = Pick<Services, "db" | "settings" | "now">;

/** Whom to pay; `isHeardOf`: the bank's alerts deliver, so that nobody need type a UTR. [S16.7] */
export type ShownPayee = UpiPayee & { isHeardOf: boolean };

/**
 * Reads whom these orders' buyer pays by UPI, and notes that the buyer is shown their amounts: from
 * then on they may be paid, and are not free as soon as the order ends. Null if nothing is paid so,
 * or the owner set nothing up. [S10.12]
 */
export async function showPayee(services: Needs, orders: readonly Shown[]): Promise<ShownPayee | null> {
  const ids = orders.flatMap(({ id, upi }) => (upi?.hasOwnAmount ? [id] : []));
  if (!orders.some(({ upi }) => upi)) return null;
  if (ids.length > 0)
    await services.db
      .update(upiAmounts)
      .set({ isUnseen: false })
      .where(and(inArray(upiAmounts.orderId, ids), eq(upiAmounts.isUnseen, true)));
  const [payee, isHeardOf] = await Promise.all([readUpiPayee(services), areHeardOf(services, orders)]);
  return payee && { ...payee, isHeardOf };
}

/** Whether alerts deliver, a phone was heard lately, and no order needs its UTR or an approval. */
async function areHeardOf({ db, settings, now }: Needs, orders: readonly Shown[]): Promise<boolean> {
  const { alertsDeliver } = await readSettings({ settings });
  const hasOwnAmounts = orders.every(({ upi }) => !upi || (upi.hasOwnAmount && upi.payablePaise % 100 !== 0));
  if (!alertsDeliver || !hasOwnAmounts) return false;
  const ids = orders.filter(({ upi }) => upi).map(({ id }) => id);
  const { rows } = await db.execute<{ is: boolean }>(sql`
    select exists (select from alert_forwarders where heard_at > ${new Date(now().getTime() - HEARD_LATELY_MS).toISOString()}::timestamptz)
      and not exists (select from orders o join products p on p.id = o.product_id
        where o.id = any(${sql.param(ids)}::text[]) and p.delivery = 'after approval') as "is"`);
  return rows[0]?.is ?? false;
}
