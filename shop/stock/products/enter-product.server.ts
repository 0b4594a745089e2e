import type { Tx } from "#platform/database/open.server.ts";
import type { DeliveryWay, Product } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { productStock } from "../tables.server.ts";

type NewProduct = Omit<Product, "language" | "translations"> & Partial<Pick<Product, "language" | "translations">>;

/**
 * Inserts a new product and its empty stock; descriptions must already be sanitized. Without
 * `language` its texts are in the shop's own. [S3.1] [S11.2]
 */
export async function enterProduct(
  tx: Tx,
  product: NewProduct & { idPattern?: string; idExample?: string; delivery?: DeliveryWay; claimHours?: number | null },
): Promise<void> {
  await tx.insert(products).values(product);
  await tx.insert(productStock).values({ productId: product.id, available: 0 });
}
