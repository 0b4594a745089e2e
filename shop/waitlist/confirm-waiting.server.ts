import { and, eq, gt, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { lockStock } from "#shop/stock/lock-stock.server.ts";
import { productStock } from "#shop/stock/tables.server.ts";
import { WAITING_STORED_MS } from "./constants.ts";
import { waitlist } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "now">;

/** The product of a link that confirms an address; null if the link does not work. [S12.9] */
export async function findByLink({ db, now }: Needs, token: string): Promise<WaitedProduct | null> {
  return findWaited(db, token, now());
}

/** A product that somebody waits for. */
export type WaitedProduct = NonNullable<Awaited<ReturnType<typeof findWaited>>>;

/**
 * Confirms an address by the link that it was sent, which works once and for some days, also for
 * two requests at once. Returns the product. Refuses `waitlistLinkInvalid`. [S12.9]
 */
export async function confirmWaiting(services: Needs, token: string): Promise<Result<WaitedProduct, "waitlistLinkInvalid">> {
  const waited = await findByLink(services, token);
  if (!waited) return refused("waitlistLinkInvalid");
  return inTransaction(services.db, async (tx) => {
    // IDs that come in at this moment see the entry, or are counted in what is returned.
    await lockStock(tx, [waited.id]);
    const now = services.now();
    const product = await findWaited(tx, token, now);
    const confirmed = await tx
      .update(waitlist)
      .set({
        tokenHash: null,
        tokenExpiresAt: null,
        confirmedAt: sql`coalesce(${waitlist.confirmedAt}, ${now}::timestamptz)`,
        storedUntil: new Date(now.getTime() + WAITING_STORED_MS),
      })
      .where(works(token, now))
      .returning({ id: waitlist.id });
    return product && confirmed.length > 0 ? ok(product) : refused("waitlistLinkInvalid");
  });
}

async function findWaited(db: Pick<Tx, "select">, token: string, now: Date) {
  const { id, name, language, translations } = products;
  const isOnSale = sql<boolean>`${products.deletedAt} is null and ${products.hiddenAt} is null`;
  const isInStock = sql<boolean>`${productStock.available} > 0 and ${isOnSale}`;
  const [product] = await db
    .select({ id, name, language, translations, isOnSale, isInStock })
    .from(waitlist)
    .innerJoin(products, eq(id, waitlist.productId))
    .innerJoin(productStock, eq(productStock.productId, id))
    .where(works(token, now));
  return product ?? null;
}

function works(token: string, now: Date) {
  return and(eq(waitlist.tokenHash, sha256(token)), gt(waitlist.tokenExpiresAt, now));
}
