import { and, type SQL, sql } from "drizzle-orm";
import { searchWords } from "#shop/catalogue/product-search.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { standsIn } from "#shop/stands-in.server.ts";

/**
 * The condition that every word of a search stands in a product's name or in the text of its description, which the database keeps as a reader sees them; none
 * without words. [S2.26]
 */
export function matching(search: string | null): SQL | undefined {
  return and(...searchWords(search).map((word) => standsIn(sql`${products}.searched`, word)));
}
