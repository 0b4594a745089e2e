import { and, type SQL, sql } from "drizzle-orm";
import { searchWords } from "#shop/catalogue/product-search.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { matchesSearch } from "#shop/matches-search.server.ts";

/**
 * The condition that a product's name or description text contains every word of the search;
 * undefined without words. The database keeps the searchable text in `searched`. [S2.26]
 */
export function matching(search: string | null): SQL | undefined {
  return and(...searchWords(search).map((word) => matchesSearch(sql`${products}.searched`, word)));
}
