import { PRODUCTS_FOUND_MAX } from "#shop/stock/constants.ts";

/** How many products a list has and which page is shown. A search stops counting at a limit. */
export function productsListed({ total, page, pages }: { total: number; page: number; pages: number }, search: string | null): string {
  return counted(total, search) + (search ? ` found for “${search}”` : "") + (pages > 1 ? `, page ${page} of ${pages}` : "");
}

function counted(total: number, search: string | null): string {
  if (search && total >= PRODUCTS_FOUND_MAX) return `${PRODUCTS_FOUND_MAX} products or more`;
  return total === 1 ? "1 product" : `${total} products`;
}
