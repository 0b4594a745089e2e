import type { Tx } from "#platform/database/open.server.ts";
import type { Product } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { productStock } from "../tables.server.ts";

/** Inserts a new product and its empty stock; the description must already be sanitized. [S3.1] */
export async function enterProduct(tx: Tx, product: Product & { idPattern?: string; idExample?: string }): Promise<void> {
  await tx.insert(products).values(product);
  await tx.insert(productStock).values({ productId: product.id, available: 0 });
}
