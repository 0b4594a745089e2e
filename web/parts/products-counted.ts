import { PRODUCTS_FOUND_MAX } from "#shop/constants.ts";

/** How many products a list has, in words: a search counts no further than it has to. */
export function productsCounted(total: number, search: string | null): string {
  if (search && total >= PRODUCTS_FOUND_MAX) return `${PRODUCTS_FOUND_MAX} products or more`;
  return total === 1 ? "1 product" : `${total} products`;
}
