import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { isProductId, type Product } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { lockStock } from "./lock-stock.server.ts";

/** What a deed on a product decides by, once its stock is locked. */
export type LockedProduct = Pick<Product, "id" | "name" | "pricePaise" | "description" | "image" | "updatedAt"> & {
  hiddenAt: Date | null;
  leavingAt: Date | null;
  idPattern: string;
  idExample: string;
};

/** Locks a product's stock and looks then whether it is still there, hidden or not; null when it was deleted. [S4.2] */
export async function lockProduct(tx: Tx, id: string): Promise<LockedProduct | null> {
  if (!isProductId(id)) return null;
  await lockStock(tx, [id]);
  const { name, pricePaise, description, image, updatedAt, hiddenAt, leavingAt, idPattern, idExample } = products;
  const [product] = await tx
    .select({ id: products.id, name, pricePaise, description, image, updatedAt, hiddenAt, leavingAt, idPattern, idExample })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)));
  return product ?? null;
}
