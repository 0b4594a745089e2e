import { and, asc, eq, isNull } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { isProductId, type ProductOnSale } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PRODUCTS_PAGE_SIZE } from "#shop/constants.ts";
import { matching } from "./matching-products.server.ts";
import { isOnPage, oldestFirst, placeAmong } from "./product-pages.server.ts";
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

/** Of the products, those that the shop window shows: neither deleted nor hidden. */
const isOnSale = and(isNull(products.deletedAt), isNull(products.hiddenAt));

/** A page of the shop window, how many products were found in all, and how many pages they fill: at least one. */
export type PageOfProducts = { products: ProductOnSale[]; total: number; pages: number; page: number };

/**
 * One page of the products in whose name or description every word of the search stands, oldest first; all where nothing is searched. A page
 * beyond the last is the last. One query. [S2.10] [S2.26]
 */
export async function searchProductsOnSale(
  { db }: Needs,
  { search, page }: { search: string | null; page: number },
): Promise<PageOfProducts> {
  const found = db
    .select({
      ...onSale,
      ...oldestFirst,
    })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(isOnSale, matching(search)))
    .as("found");
  const rows = await db
    .select()
    .from(found)
    .where(isOnPage(page, found, PRODUCTS_PAGE_SIZE))
    .orderBy(asc(found.n));

  const total = rows[0]?.total ?? 0;
  return { products: rows.map(({ n, total: _, ...product }) => product), total, ...placeAmong(total, page, PRODUCTS_PAGE_SIZE) };
}

/** Every product that is neither deleted nor hidden, oldest first, with its stock: one query however many there are. [S2.10] [S2.12] */
export function listProductsOnSale({ db }: Needs): Promise<ProductOnSale[]> {
  return db
    .select(onSale)
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(isOnSale)
    .orderBy(asc(products.createdAt), asc(products.id));
}

/** One product with its stock; null when there is none, or it was deleted or hidden. [S2.13] */
export async function findProductOnSale({ db }: Needs, id: string): Promise<ProductOnSale | null> {
  if (!isProductId(id)) return null;
  const [product] = await db
    .select(onSale)
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(eq(products.id, id), isOnSale));
  return product ?? null;
}

/** How many IDs of a product can be sold now; null when there is no such product, or it is hidden. [S7.2] */
export async function readStock({ db }: Needs, id: string): Promise<number | null> {
  if (!isProductId(id)) return null;
  const [stock] = await db
    .select({ available: productStock.available })
    .from(productStock)
    .innerJoin(products, eq(products.id, productStock.productId))
    .where(and(eq(products.id, id), isOnSale));
  return stock?.available ?? null;
}
