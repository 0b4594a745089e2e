import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { type DeliveryWay, isProductId, type Product } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { lockOwners } from "./lock-owners.server.ts";

/** A product as a command sees it once its stock is locked. */
export type LockedProduct = Pick<
  Product,
  "id" | "name" | "pricePaise" | "description" | "language" | "translations" | "image" | "updatedAt"
> & {
  hiddenAt: Date | null;
  leavingAt: Date | null;
  idPattern: string;
  idExample: string;
  delivery: DeliveryWay;
  claimHours: number | null;
};

/**
 * Locks the stock of a product, and of the products that the IDs with these fingerprints were
 * removed from; then reads the product, hidden or not. Null if it was deleted. [S4.2]
 */
export async function lockProduct(tx: Tx, id: string, prints: readonly Buffer[] = []): Promise<LockedProduct | null> {
  if (!isProductId(id)) return null;
  await lockOwners(tx, id, prints);
  const { name, pricePaise, description, language, translations, image, updatedAt, hiddenAt, leavingAt, idPattern, idExample } = products;
  const { delivery, claimHours } = products;
  const texts = { name, description, language, translations };
  const [product] = await tx
    .select({ id: products.id, ...texts, pricePaise, image, updatedAt, hiddenAt, leavingAt, idPattern, idExample, delivery, claimHours })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)));
  return product ?? null;
}
