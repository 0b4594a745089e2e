import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { searchPattern } from "./search-pattern.ts";

/**
 * The SQL condition that a text contains the words of a search. The text must be stored as
 * `searched_text` makes it.
 */
export function matchesSearch(text: SQLWrapper, words: string): SQL {
  const { compare, pattern } = searchPattern(words);
  return sql`${text} ${sql.raw(compare)} lower(${pattern}::text)`;
}
