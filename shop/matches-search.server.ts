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

/**
 * The ids, as an SQL array, of products that the words find by their name in another language than
 * their main one. The index of the shop's search finds those whose texts contain the words; only
 * the names of so many are looked at that it takes some milliseconds. [S11.2]
 */
export function productsTranslated(words: string): SQL {
  const inTranslation = matchesSearch(sql`searched_text(translations_of(p.translations, 'name'))`, words);
  const withWords = sql`select * from products p where ${matchesSearch(sql`p.searched`, words)} and p.translations <> '{}'`;
  return sql`array(select p.id from (${withWords} limit ${PRODUCTS_MAX}) p where ${inTranslation})`;
}

const PRODUCTS_MAX = 500;
