import { count, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { PRODUCTS_FOUND_MAX } from "../constants.ts";

/**
 * A list of products: filter, order and the page asked for. `name` names its prepared statements; a
 * search has none, and counts at most `PRODUCTS_FOUND_MAX` products.
 */
type ProductList = { where: SQL | undefined; order: SQL; page: number; size: number; name: string | null };

/**
 * The product IDs of a page, the total (for a search at most `PRODUCTS_FOUND_MAX`), and the number
 * of pages, at least one.
 */
type ProductPage = { ids: string[]; total: number; pages: number; page: number };

export const oldestFirst = sql`${products.createdAt}, ${products.id}`;
export const newestFirst = sql`${products.createdAt} desc, ${products.id} desc`;

/** Finds a page of a list, or the last page if there are fewer. */
export async function findProductPage({ db }: Pick<Services, "db">, list: ProductList): Promise<ProductPage> {
  const { where, order, size, name } = list;
  const ids = db.select({ id: products.id }).from(products).where(where).orderBy(order);
  if (name === null) {
    // Fetch whole pages, so that the last page is full even if more products match than are
    // counted.
    const found = await ids.limit(Math.ceil(PRODUCTS_FOUND_MAX / size) * size);
    const shownPage = pageAmong(Math.min(found.length, PRODUCTS_FOUND_MAX), list.page, size);
    const shown = found.slice((shownPage.page - 1) * size, shownPage.page * size);
    return { ids: shown.map(({ id }) => id), ...shownPage };
  }
  const [all] = await db.select({ count: count() }).from(products).where(where).prepare(`${name}-count`).execute();
  const shownPage = pageAmong(all?.count ?? 0, list.page, size);
  // The rows before the page are skipped by an index-only scan.
  const shown = await ids
    .limit(size)
    .offset((shownPage.page - 1) * size)
    .prepare(`${name}-page`)
    .execute();
  return { ids: shown.map(({ id }) => id), ...shownPage };
}

/**
 * The condition that a product is one of these. A single parameter, so one query plan serves any
 * number.
 */
export function isOneOf(ids: string[]): SQL {
  return sql`${products.id} = any(${sql.param(ids)}::text[])`;
}

/** The condition that a product is among the first `size` of a list. */
export function isAmongFirst({ where, order, size }: Pick<ProductList, "where" | "order" | "size">): SQL {
  return sql`${products.id} in (select ${products.id} from ${products} where ${where} order by ${order} limit ${size})`;
}

/** Clamps the page asked for to the pages there are. */
function pageAmong(total: number, asked: number, size: number): Omit<ProductPage, "ids"> {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
  return { total, pages, page: Math.min(page, pages) };
}
