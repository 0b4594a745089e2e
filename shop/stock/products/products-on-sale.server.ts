import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { isProductId, type ProductOnSale } from "#shop/catalogue/product.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { PRODUCTS_PAGE_SIZE } from "../constants.ts";
import { productStock } from "../tables.server.ts";
import { matching } from "./matching-products.server.ts";
import { findProductPage, isOneOfIds, oldestFirst } from "./product-pages.server.ts";

type Needs = Pick<Services, "db">;

/** The columns of `ProductOnSale`, for a select from `products` joined with `productStock`. */
export const onSale = {
  id: products.id,
  name: products.name,
  pricePaise: products.pricePaise,
  description: products.description,
  language: products.language,
  translations: products.translations,
  image: products.image,
  isSample: products.isSample,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  available: productStock.available,
  delivery: products.delivery,
  claimHours: products.claimHours,
};

/** The products that visitors see: neither deleted nor hidden. */
export const isOnSale = and(isNull(products.deletedAt), isNull(products.hiddenAt));

/**
 * A page of the storefront, the number of products found (for a search at most
 * `PRODUCTS_FOUND_MAX`), and the number of pages, at least one.
 */
export type PageOfProducts = { products: ProductOnSale[]; total: number; pages: number; page: number };

/**
 * Returns a page of the products that match every word of the search in name or description, oldest
 * first; all without a search. A page beyond the last is the last. [S2.10] [S2.26]
 */
export function searchProductsOnSale({ db }: Needs, { search, page }: { search: string | null; page: number }): Promise<PageOfProducts> {
  const found = matching(search);
  const list = { where: and(isOnSale, found), order: oldestFirst, page, size: PRODUCTS_PAGE_SIZE, name: found ? null : "products-on-sale" };
  return db.together(async (db) => {
    const { ids, ...paging } = await findProductPage(db, list);
    const listed = db.prepared("products-on-page", (db) =>
      db
        .select(onSale)
        .from(products)
        .innerJoin(productStock, eq(productStock.productId, products.id))
        .where(and(isOnSale, isOneOfIds))
        .orderBy(oldestFirst),
    );
    return { products: await listed.execute({ ids }), ...paging };
  });
}

/**
 * Returns all products that are neither deleted nor hidden, oldest first, with their stock, in one
 * query. [S2.10] [S2.12]
 */
export function listProductsOnSale({ db }: Needs): Promise<ProductOnSale[]> {
  return db
    .select(onSale)
    .from(products)
    .innerJoin(productStock, eq(productStock.productId, products.id))
    .where(isOnSale)
    .orderBy(asc(products.createdAt), asc(products.id));
}

/**
 * Returns a page of the products that are neither deleted nor hidden, oldest first, after the
 * cursor `after`. One query. [S2.10] [S2.12]
 */
export async function listProductsBeyond({ db }: Needs, after: string | null): Promise<{ rows: ProductOnSale[]; next: string | null }> {
  const cursor = after === null ? null : readCursor(after);
  const listed = db.prepared(`products-${cursor ? "beyond" : "first"}`, (db) => {
    const next = db.$with("products", getTableColumns(products)).as(rowsOfNext(cursor !== null));
    // For a join, PostgreSQL would read the stock of every product.
    const available = sql<number>`(select available from ${productStock} where product_id = ${next.id})`;
    return db
      .with(next)
      .select({ ...onSale, available })
      .from(next)
      .orderBy(oldestFirst);
  });
  const rows = await listed.execute({ ...cursor });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > shown.length && last ? writeCursor(last.createdAt, last.id) : null };
}

/** The products that one call lists, and one more. The limit is inlined for the plan. */
function rowsOfNext(isBeyond: boolean): SQL {
  const beyond = sql`(${products.createdAt}, ${products.id}) > (${sql.placeholder("at")}::timestamptz, ${sql.placeholder("id")})`;
  const where = and(isOnSale, isBeyond ? beyond : undefined);
  return sql`select * from ${products} where ${where} order by ${oldestFirst} limit ${sql.raw(String(PAGE_SIZE + 1))}`;
}

/**
 * Returns one product with its stock; null if it does not exist, was deleted or is hidden. [S2.13]
 */
export async function findProductOnSale({ db }: Needs, id: string): Promise<ProductOnSale | null> {
  if (!isProductId(id)) return null;
  const byId = db.prepared("product-on-sale", (db) =>
    db
      .select(onSale)
      .from(products)
      .innerJoin(productStock, eq(productStock.productId, products.id))
      .where(and(eq(products.id, sql.placeholder("id")), isOnSale)),
  );
  const [product] = await byId.execute({ id });
  return product ?? null;
}

/**
 * Returns how many IDs of a product can be sold now; null if it does not exist or is hidden. [S7.2]
 */
export async function readStock({ db }: Needs, id: string): Promise<number | null> {
  if (!isProductId(id)) return null;
  const byId = db.prepared("stock", (db) =>
    db
      .select({ available: productStock.available })
      .from(productStock)
      .innerJoin(products, eq(products.id, productStock.productId))
      .where(and(eq(products.id, sql.placeholder("id")), isOnSale)),
  );
  const [stock] = await byId.execute({ id });
  return stock?.available ?? null;
}
