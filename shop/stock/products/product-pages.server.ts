import { count, type SQL, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
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
export async function findProductPage(db: Reading, list: ProductList): Promise<ProductPage> {
  const { where, order, size } = list;
  if (list.name === null) {
    // Fetch whole pages, so that the last page is full even if more products match than are
    // counted.
    const most = Math.ceil(PRODUCTS_FOUND_MAX / size) * size;
    const { id, createdAt, name } = products;
    const matches = db.select({ id, createdAt, name }).from(products).where(where).orderBy(order).limit(most).as("products");
    // One row, because a thousand would take longer to read than to find. PostgreSQL does not sort
    // the matches again: it sees that they are in this order.
    const [found] = await db.select({ ids: sql<string[]>`coalesce(json_agg(${id} order by ${order}), '[]')` }).from(matches);
    const ids = found?.ids ?? [];
    const shownPage = pageAmong(Math.min(ids.length, PRODUCTS_FOUND_MAX), list.page, size);
    return { ids: ids.slice((shownPage.page - 1) * size, shownPage.page * size), ...shownPage };
  }
  const counted = db.prepared(`${list.name}-count`, (db) => db.select({ count: count() }).from(products).where(where));
  // The rows before the page are skipped by an index-only scan.
  const page = db.prepared(`${list.name}-page`, (db) =>
    db.select({ id: products.id }).from(products).where(where).orderBy(order).limit(size).offset(sql.placeholder("skipped")),
  );
  const idsOn = (n: number) => page.execute({ skipped: (n - 1) * size });
  const asked = readPageNumber(list.page);
  const [[all], found] = await Promise.all([counted.execute(), idsOn(asked)]);
  const shownPage = pageAmong(all?.count ?? 0, asked, size);
  const shown = shownPage.page === asked ? found : await idsOn(shownPage.page);
  return { ids: shown.map(({ id }) => id), ...shownPage };
}

/**
 * The condition that a product is one of the placeholder `ids`. A single parameter, so one query
 * plan serves any number.
 */
export const isOneOfIds = sql`${products.id} = any(${sql.placeholder("ids")}::text[])`;

/** The condition that a product is among the first `size` of a list. */
export function isAmongFirst({ where, order, size }: Pick<ProductList, "where" | "order" | "size">): SQL {
  return sql`${products.id} in (select ${products.id} from ${products} where ${where} order by ${order} limit ${size})`;
}

/** Clamps the page asked for to the pages there are. */
function pageAmong(total: number, asked: number, size: number): Omit<ProductPage, "ids"> {
  const pages = Math.max(1, Math.ceil(total / size));
  return { total, pages, page: Math.min(readPageNumber(asked), pages) };
}

/** The first page for anything that is not a page's number. */
function readPageNumber(page: number): number {
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
