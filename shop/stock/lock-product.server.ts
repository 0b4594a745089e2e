import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { isProductId } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { lockStock } from "./lock-stock.server.ts";

/** Locks a product's stock and looks then whether it is still on sale: its name and image, or null. [S4.2] */
export async function lockProduct(tx: Tx, id: string): Promise<{ id: string; name: string; image: string } | null> {
  if (!isProductId(id)) return null;
  await lockStock(tx, [id]);
  const [product] = await tx
    .select({ id: products.id, name: products.name, image: products.image })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)));
  return product ?? null;
}
