import { and, type SQL, sql } from "drizzle-orm";
import { searchWords } from "#shop/catalogue/product-search.ts";
import { products } from "#shop/catalogue/tables.server.ts";

/** The condition that every word of a search stands in a product's name or in the text of its description; none without words. [S2.26] */
export function matching(search: string | null): SQL | undefined {
  return and(...searchWords(search).map((word) => sql`strpos(${text}, lower(${word})) > 0`));
}

/** Name and description as a reader sees them: the tags taken out, the characters that HTML writes otherwise put back. */
const unescaped = (["lt", "gt", "quot", "amp"] as const).reduce(
  (html: SQL, name) => sql`replace(${html}, ${sql.raw(`'&${name};'`)}, ${sql.raw(`'${{ lt: "<", gt: ">", quot: '"', amp: "&" }[name]}'`)})`,
  sql`regexp_replace(${products.description}, '<[^>]*>', ' ', 'g')`,
);
const text = sql`lower(${products.name} || ' ' || ${unescaped})`;
