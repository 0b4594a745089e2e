import { and, eq, isNull, like, or, type SQL, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import { PAGE_SIZE, REQUEST_ID_SHOWN_LENGTH } from "#shop/constants.ts";
import { matchesSearch, productsTranslated } from "#shop/matches-search.server.ts";
import { finds } from "#shop/search-pattern.ts";
import { OFTEN_FOUND, SEARCHED_FIRST, SEARCHED_TO_GUESS } from "../constants.ts";
import { orders } from "../tables.server.ts";

/**
 * The orders that a search finds on a page of a list, which `where` and `orderBy` make: the queue,
 * the handled orders, or all. First by index: a whole request code, order id or user
 * id, or an order id's beginning as lists show it. Only if there is none, every order whose id,
 * request code, product name or user id contains the words. If the words are frequent, the
 * beginning of the list fills the page. If not, each place has its own indexed query: the texts of
 * orders of closed hours, the product names of those orders, the few later orders, and the
 * accounts. A product is found by its name in every language. [S2.28] [S11.2]
 */
export function foundBy(db: Pick<Reading, "select">, words: string, { where, orderBy }: { where: SQL | undefined; orderBy: SQL[] }): SQL {
  const isMeant = or(
    eq(orders.requestCode, words.toUpperCase()),
    eq(orders.id, words),
    // A shorter text is a search word: imported accounts keep their old ids.
    ...(words.length < REQUEST_ID_SHOWN_LENGTH ? [] : [eq(orders.userId, words), like(orders.id, `${words.replace(/[\\%_]/g, "\\$&")}%`)]),
  );
  const meant = db.select({ id: orders.id }).from(orders).where(isMeant).limit(1);
  const noneIsMeant = sql`not exists (select from meant)`;
  const order = sql`order by ${sql.join(orderBy, sql`, `)}`;
  const page = sql`${order} limit ${PAGE_SIZE + 1}`;
  const ids = (from: SQL, matches: SQL | undefined) => sql`(select ${orders.id} from ${from} where ${matches} ${page})`;
  const beginning = (rows: number) => sql`(select * from ${orders} where ${where} ${order} limit ${rows}) as orders`;
  const isOfGuest = finds(words, "guest") ? isNull(orders.userId) : undefined;
  const inText = or(matchesSearch(sql`order_text(orders)`, words), isTranslated);
  const stand = or(inText, matchesSearch(sql`searched_text(${orders.userId})`, words), isOfGuest);
  const isOften = sql`(select count(*) from (select from ${beginning(SEARCHED_TO_GUESS)} where ${stand} limit ${OFTEN_FOUND}) as guess) = ${OFTEN_FOUND}`;
  const isNotFull = sql`(select count(*) from at_the_beginning) <= ${PAGE_SIZE}`;
  const further = (from: SQL, matches: SQL | undefined) => ids(from, and(where, noneIsMeant, isNotFull, matches));
  const ways = [
    sql`(select id from at_the_beginning)`,
    ids(sql`${orders}`, and(where, isMeant)),
    further(sql`order_texts t join ${orders} on ${orders.id} = t.order_id`, matchesSearch(sql`t.text`, words)),
    further(sql`${ordersOfNames(words)} t join ${orders} on ${orders.id} = t.order_id`, undefined),
    further(sql`open_orders() as orders`, inText),
    further(sql`users u join ${orders} on ${orders.userId} = u.id`, matchesSearch(sql`searched_text(u.id)`, words)),
    ...(isOfGuest ? [further(sql`${orders}`, isOfGuest)] : []),
  ];
  const atTheBeginning = ids(beginning(SEARCHED_FIRST), and(noneIsMeant, isOften, stand));
  return sql`${orders.id} in (with meant as materialized (${meant}), ${translatedNames(words)}, at_the_beginning as materialized ${atTheBeginning} ${sql.join(ways, sql` union all `)})`;
}

/**
 * The orders of closed hours whose product's name contains the words. Read on their own, by their
 * index: PostgreSQL would walk the whole list instead if no or few orders have such a name.
 */
function ordersOfNames(words: string): SQL {
  return sql`(select order_id from order_texts where name_id = any(${namesWith(words)}) offset 0)`;
}

/**
 * The names that contain the words in any language, as an array. The planner expects ten rows from
 * an array but overestimates a pattern, and would then read every order instead of looking these
 * up.
 */
function namesWith(words: string): SQL {
  return sql`array(select n.id from ordered_names n where ${matchesSearch(sql`n.name`, words)}
    union all select n.id from translated, unnest(translated.names) as named (name) join ordered_names n on n.name = named.name)`;
}

/** The names that orders say of products which the words mean in another language. */
function translatedNames(words: string): SQL {
  const names = sql`array(select searched_text(p.name) from products p where p.id = any(${productsTranslated(words)}))`;
  return sql`translated as materialized (select ${names} as names)`;
}

/** Whether an order has one of these names. Mostly there is none, and no order is looked at. */
const isTranslated = sql`(select cardinality(names) > 0 from translated) and order_name(orders) = any((select names from translated)::text[])`;
