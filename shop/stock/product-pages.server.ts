import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { products } from "#shop/catalogue/tables.server.ts";

/** Beside the columns of a list of products: which one each is in its order, and how many there are. */
export const oldestFirst = counted(sql`${products.createdAt}, ${products.id}`);
export const newestFirst = counted(sql`${products.createdAt} desc, ${products.id} desc`);

function counted(order: SQL) {
  return {
    n: sql<number>`row_number() over (order by ${order})`.mapWith(Number).as("n"),
    total: sql<number>`count(*) over ()`.mapWith(Number).as("total"),
  };
}

/** The condition that a counted row stands on this page; on the last one where there are fewer. */
export function isOnPage(page: number, { n, total }: { n: SQLWrapper; total: SQLWrapper }, size: number): SQL {
  const pageOf = (count: SQLWrapper) => sql`(${count} + ${size - 1}) / ${size}`;
  return sql`${pageOf(n)} = least(${askedPage(page)}, ${pageOf(total)})`;
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
