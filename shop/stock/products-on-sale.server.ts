import { and, asc, eq, isNull } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { isProductId, type ProductOnSale } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { productStock } from "./tables.server.ts";

type Needs = Pick<Services, "db">;

/** The columns of `ProductOnSale`, for a select from `products` joined with `productStock`. */
export const onSale = {
  id: products.id,
  name: products.name,
  pricePaise: products.pricePaise,
  description: products.description,
  image: products.image,
  isSample: products.isSample,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  available: productStock.available,
};

/** Every product that is not deleted, oldest first, with its stock: one query however many there are. [S2.10] [S2.12] [S2.33] */
export function listProductsOnSale({ db }: Needs): Promise<ProductOnSale[]> {
  return db
    .select(onSale)
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(isNull(products.deletedAt))
    .orderBy(asc(products.createdAt), asc(products.id));
}

/** One product with its stock; null when there is none, or it was deleted. [S2.13] */
export async function findProductOnSale({ db }: Needs, id: string): Promise<ProductOnSale | null> {
  if (!isProductId(id)) return null;
  const [product] = await db
    .select(onSale)
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(eq(products.id, id), isNull(products.deletedAt)));
  return product ?? null;
}

/** How many IDs of a product can be sold now; null when there is no such product. [S7.2] */
export async function readStock({ db }: Needs, id: string): Promise<number | null> {
  if (!isProductId(id)) return null;
  const [stock] = await db
    .select({ available: productStock.available })
    .from(productStock)
    .innerJoin(products, eq(products.id, productStock.productId))
    .where(and(eq(products.id, id), isNull(products.deletedAt)));
  return stock?.available ?? null;
}
