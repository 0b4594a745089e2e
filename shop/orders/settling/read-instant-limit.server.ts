import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { DAY_MS } from "#shop/constants.ts";
import type { InstantLimit } from "#shop/payments/payment.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { NO_BROWSER } from "../access/make-link.server.ts";
import type { LockedOrder } from "../lock-order.server.ts";
import { type Deliverable, instantLimitOf } from "./instant-limit.ts";

type Facts = Pick<Deliverable, "delivery" | "isKnownBuyer" | "idsLately"> & { reserved: number };

/**
 * The limit that keeps a locked order from being delivered at once; null if nothing does. A guest
 * is known by the browser that ordered, and is new if that was forgotten. Orders of one buyer are
 * looked at one after the other, so that two at once count each other. [S10.6]
 */
export async function readInstantLimit(tx: Tx, order: LockedOrder, settings: ShopSettings, now: Date): Promise<InstantLimit | null> {
  const [first = NO_BROWSER] = order.unlockedBy;
  const browser = first.length === 0 ? null : first;
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('instant delivery ' || ${order.userId ?? browser?.toString("hex") ?? order.id}, 0))`,
  );
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const bought = sql`from orders o where o.status = 'approved' and ${
    order.userId === null ? sql`o.unlocked_by[1] = ${browser}` : sql`o.user_id = ${order.userId}`
  }`;
  const { rows } = await tx.execute<Facts>(sql`select p.delivery,
      exists (select ${bought} and o.processed_at < ${since}::timestamptz) as "isKnownBuyer",
      (select coalesce(sum(o.quantity), 0)::integer ${bought} and o.processed_at >= ${since}::timestamptz and o.approved_by like 'payment:%') as "idsLately",
      (select count(*)::integer from order_units h where h.order_id = ${order.id} and h.delivered_at is null) as reserved
    from products p where p.id = ${order.productId}`);
  const [facts] = rows;
  if (!facts) return "product";
  const hasItsIds = order.status !== "pending" || facts.reserved === order.quantity;
  return instantLimitOf({ ...order, ...facts, hasItsIds }, settings);
}
