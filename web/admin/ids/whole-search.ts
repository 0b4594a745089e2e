import { PRODUCT_IDS_PAGE_SIZE } from "#shop/stock/constants.ts";
import type { PageOfIds } from "#shop/stock/ids/product-id.ts";

/** Merges the results of a search so far into one page. [S2.35] */
export function wholeSearch(first: PageOfIds, others: PageOfIds[]): PageOfIds {
  if (first.search === null) return first;
  const parts = [first, ...others];
  const found = parts.flatMap(({ rows }) => rows);
  const rows = found.slice(0, PRODUCT_IDS_PAGE_SIZE);
  const goesOn = parts.at(-1)?.search?.goesOn ?? null;
  const sum = (of: (part: PageOfIds) => number) => parts.reduce((total, part) => total + of(part), 0);
  const searched = sum(({ search }) => search?.searched ?? 0);
  const hasMore = found.length > rows.length || parts.some(({ next, search }) => next !== search?.goesOn) || goesOn !== null;
  return {
    rows,
    next: rows.length === PRODUCT_IDS_PAGE_SIZE && hasMore ? String(rows.at(-1)?.unitId) : goesOn,
    available: sum((part) => part.available),
    search: { ...first.search, searched, total: Math.max(first.search.total, searched), goesOn },
  };
}
