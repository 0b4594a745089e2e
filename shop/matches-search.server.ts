import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { searchPattern } from "./search-pattern.ts";

/** The condition that the words of a search stand in a text, which is kept in small letters. */
export function standsIn(text: SQLWrapper, words: string): SQL {
  const { compare, pattern } = searchPattern(words);
  return sql`${text} ${sql.raw(compare)} lower(${pattern}::text)`;
}

/** The same for a text that is kept as it was written. */
export function standsInAnyCase(text: SQLWrapper, words: string): SQL {
  const { compare, pattern } = searchPattern(words);
  return sql`${text} ${sql.raw({ like: "ilike", "~": "~*" }[compare])} ${pattern}`;
}
