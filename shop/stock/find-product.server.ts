import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";

/** A product as a command sees it before its stock is locked. */
type FoundProduct = { id: string; name: string; idPattern: string; updatedAt: Date };

/**
 * Reads a product, hidden or not, so that a command can refuse early; `lockProduct` decides. Null if
 * there is none or it was deleted.
 */
export async function findProduct({ db }: Pick<Services, "db">, id: string): Promise<FoundProduct | null> {
  if (!isProductId(id)) return null;
  const [product] = await db
    .select({ id: products.id, name: products.name, idPattern: products.idPattern, updatedAt: products.updatedAt })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)));
  return product ?? null;
}
