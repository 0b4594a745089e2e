import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { isProductId, type ProductOnSale } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PRODUCTS_AT_ONCE, PRODUCTS_PAGE_SIZE } from "#shop/constants.ts";
import { readPlace, writePlace } from "#shop/page-place.ts";
import { matching } from "./matching-products.server.ts";
import { countedIn, isOnPage, oldestFirst, placeAmong } from "./product-pages.server.ts";
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

/** A page of the shop window, how many products were found in all (by a search at most `PRODUCTS_FOUND_MAX`), and how many pages they fill: at least one. */
export type PageOfProducts = { products: ProductOnSale[]; total: number; pages: number; page: number };

/**
 * One page of the products in whose name or description every word of the search stands, oldest first; all where nothing is searched. A page
 * beyond the last is the last. One query. [S2.10] [S2.26]
 */
export async function searchProductsOnSale(
  { db }: Needs,
  { search, page }: { search: string | null; page: number },
): Promise<PageOfProducts> {
  const found = matching(search);
  const list = { where: and(isOnSale, found), order: oldestFirst, page, size: PRODUCTS_PAGE_SIZE, isSearch: found !== undefined };
  const rows = await db
    .select({ ...onSale, total: countedIn(list) })
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(isOnPage(list))
    .orderBy(oldestFirst);

  const total = rows[0]?.total ?? 0;
  return { products: rows.map(({ total: _, ...product }) => product), total, ...placeAmong(total, page, PRODUCTS_PAGE_SIZE) };
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

/** A page of the products that are neither deleted nor hidden, oldest first, beyond the place that `after` names: one query. [S2.10] [S2.12] */
export async function listProductsBeyond({ db }: Needs, after: string | null): Promise<{ rows: ProductOnSale[]; next: string | null }> {
  const place = after === null ? null : readPlace(after);
  const beyond = place ? sql`(${products.createdAt}, ${products.id}) > (${place.at}::timestamptz, ${place.id})` : undefined;
  const rows = await db
    .select(onSale)
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(and(isOnSale, beyond))
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(PRODUCTS_AT_ONCE + 1);
  const shown = rows.slice(0, PRODUCTS_AT_ONCE);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > shown.length && last ? writePlace(last.createdAt, last.id) : null };
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
