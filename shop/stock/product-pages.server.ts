import { type SQL, sql } from "drizzle-orm";
import { products } from "#shop/catalogue/tables.server.ts";
import { PRODUCTS_FOUND_MAX } from "#shop/constants.ts";

/** A list of products: which ones, in which order, the page of it that is asked for, and whether a search chose them: then so many are counted at most. */
export type ProductList = { where: SQL | undefined; order: SQL; page: number; size: number; isSearch: boolean };

export const oldestFirst = sql`${products.createdAt}, ${products.id}`;
export const newestFirst = sql`${products.createdAt} desc, ${products.id} desc`;

/** How many products a list has: of a search at most so many as are counted. */
export function countedIn({ where, isSearch }: ProductList): SQL<number> {
  const counted = isSearch
    ? sql`(select from ${products} where ${where} limit ${PRODUCTS_FOUND_MAX}) as found`
    : sql`${products} where ${where}`;
  return sql<number>`(select count(*)::integer from ${counted})`.mapWith(Number);
}

/** The condition that a product stands on the page of the list that is asked for, or on the last one where there are fewer. What stands before is walked in the index alone. */
export function isOnPage(list: ProductList): SQL {
  const { where, order, page, size } = list;
  const last = sql`(${countedIn(list)} + ${size - 1}) / ${size}`;
  const before = page > 1 ? sql`greatest(0, (least(${askedPage(page)}, ${last}) - 1) * ${size})` : sql`0`;
  return sql`${products.id} in (select ${products.id} from ${products} where ${where} order by ${order} limit ${size} offset ${before})`;
}

/** The page that is shown, and how many there are: at least one. */
export function placeAmong(total: number, page: number, size: number): { pages: number; page: number } {
  const pages = Math.max(1, Math.ceil(total / size));
  return { pages, page: Math.min(askedPage(page), pages) };
}

const PAGE_MAX = 1_000_000;

function askedPage(page: number): number {
  return Number.isSafeInteger(page) && page > 0 ? Math.min(page, PAGE_MAX) : 1;
}
