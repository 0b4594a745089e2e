import { and, asc, desc, eq, isNotNull, isNull, like, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { OFTEN_FOUND, PAGE_SIZE, REQUEST_ID_SHOWN_LENGTH, SEARCHED_FIRST, SEARCHED_TO_GUESS } from "#shop/constants.ts";
import { readPlace, writePlace } from "#shop/page-place.ts";
import { finds } from "#shop/search-pattern.ts";
import { standsIn } from "#shop/stands-in.server.ts";
import type { OrderStatus } from "./order.ts";
import type { PageOf } from "./order-view.ts";
import { type OrderRow, orders } from "./tables.server.ts";

/** Which orders a list shows: one status, `processed` for approved and rejected, or `handled` for these and the cancelled ones. [S2.32] */
export type Listed = OrderStatus | "processed" | "handled";

/** Days of the shop, the first and the last one included, written `2026-11-21`; null is open. [S2.32] */
export type ListedDays = { from: string | null; to: string | null; timeZone: string };

/** What narrows a list. `days` are of placing for pending orders, of handling for others; `paid: false` asks for approved ones not paid yet. */
export type ListOptions = { search?: string | null; after?: string | null; days?: ListedDays | null; paid?: boolean | null };

/** How a page of a list is read: what it shows, by which time, and in which order. One index each holds its rows in that order. */
export type ListReading = { where: SQL | undefined; orderBy: SQL[] };

/** The reading of a list: pending orders oldest first, others the last handled first. [S2.28] [S2.32] */
export function readingOf(
  { db }: Pick<Services, "db">,
  listed: Listed,
  { search = null, after = null, days = null, paid = null }: ListOptions,
): ListReading {
  const { when, time, isOldestFirst } = listOf(listed, paid);
  const place = after === null ? null : readPlace(after);
  const comes = isOldestFirst ? sql`>` : sql`<`;
  const beyond = place ? sql`(${time}, ${orders.id}) ${comes} (${place.at}::timestamptz, ${place.id})` : undefined;
  const where = and(when, within(time, days), beyond);
  const orderBy = isOldestFirst ? [asc(time), asc(orders.id)] : [desc(time), desc(orders.id)];
  const words = search?.trim();
  return { where: words ? found(db, words, { where, orderBy }) : where, orderBy };
}

/** The page of rows that were read with one more than it shows, which tells whether another one follows. */
export function pageOf<T extends Pick<OrderRow, "id" | "createdAt" | "handledAt">>(rows: T[]): PageOf<T> {
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > PAGE_SIZE && last ? writePlace(last.handledAt ?? last.createdAt, last.id) : null };
}

type Time = typeof orders.createdAt | typeof orders.processedAt | typeof orders.handledAt;
type List = { when: SQL | undefined; time: Time; isOldestFirst: boolean };

const { status, paidAt, processedAt, handledAt } = orders;

function listOf(listed: Listed, paid: boolean | null): List {
  if (listed === "pending") return { when: and(eq(status, "pending"), paidIs(paid)), time: orders.createdAt, isOldestFirst: true };
  const handled = { time: handledAt, isOldestFirst: false };
  if (paid === false && (listed === "processed" || listed === "handled"))
    return { ...handled, when: and(eq(status, "approved"), isNull(paidAt)) };
  if (listed === "handled") return { ...handled, when: and(isNotNull(handledAt), paidIs(paid)) };
  if (listed !== "processed") return { ...handled, when: and(isNotNull(handledAt), eq(status, listed), paidIs(paid)) };
  return paid
    ? { ...handled, when: and(isNotNull(handledAt), isNotNull(processedAt), isNotNull(paidAt)) }
    : { ...handled, when: isNotNull(processedAt), time: processedAt };
}

function paidIs(paid: boolean | null): SQL | undefined {
  if (paid === null) return undefined;
  return paid ? isNotNull(paidAt) : isNull(paidAt);
}

/** A day begins at midnight where the shop is, also where the clocks change. */
function within(time: Time, days: ListedDays | null): SQL | undefined {
  if (days === null) return undefined;
  const { from, to, timeZone } = days;
  return and(
    from === null ? undefined : sql`${time} >= ${from}::date::timestamp at time zone ${timeZone}::text`,
    to === null ? undefined : sql`${time} < (${to}::date + 1)::timestamp at time zone ${timeZone}::text`,
  );
}

/**
 * What a search finds on a page: the order of a whole request code or id, or of the beginning of an id as the lists show it, or those of a whole user id, which
 * an index tells at once; only where there is none, every order in whose request id, request code, product name or user id the words stand. Words that stand there often fill
 * the page from the list's beginning. Where they do not, each place where they can stand has a way of its own, with an index: the codes of orders whose hour is closed, the names
 * of products that these orders say, the few orders that came later, and the accounts. [S2.28]
 */
function found(db: Services["db"], words: string, { where, orderBy }: ListReading): SQL {
  const isMeant = or(
    eq(orders.requestCode, words.toUpperCase()),
    eq(orders.id, words),
    // What is shorter is a word: accounts that moved in keep the ids that they had.
    ...(words.length < REQUEST_ID_SHOWN_LENGTH ? [] : [eq(orders.userId, words), like(orders.id, `${words.replace(/[\\%_]/g, "\\$&")}%`)]),
  );
  const noneIsMeant = notExists(db.select({ id: orders.id }).from(orders).where(isMeant));
  const order = sql`order by ${sql.join(orderBy, sql`, `)}`;
  const page = sql`${order} limit ${PAGE_SIZE + 1}`;
  const ids = (from: SQL, matches: SQL | undefined) => sql`(select ${orders.id} from ${from} where ${matches} ${page})`;
  const beginning = (rows: number) => sql`(select * from ${orders} where ${where} ${order} limit ${rows}) as orders`;
  const isOfGuest = finds(words, "guest") ? isNull(orders.userId) : undefined;
  const stand = or(standsIn(sql`order_text(orders)`, words), standsIn(sql`lower(${orders.userId})`, words), isOfGuest);
  const isOften = sql`(select count(*) from (select from ${beginning(SEARCHED_TO_GUESS)} where ${stand} limit ${OFTEN_FOUND}) as guess) = ${OFTEN_FOUND}`;
  const isNotFull = sql`(select count(*) from at_the_beginning) <= ${PAGE_SIZE}`;
  const further = (from: SQL, matches: SQL | undefined) => ids(from, and(where, noneIsMeant, isNotFull, matches));
  const ways = [
    sql`(select id from at_the_beginning)`,
    ids(sql`${orders}`, and(where, isMeant)),
    further(sql`order_texts t join ${orders} on ${orders.id} = t.order_id`, standsIn(sql`t.text`, words)),
    further(sql`order_texts t join ${orders} on ${orders.id} = t.order_id`, sql`t.name_id = any(${namesWith(words)})`),
    further(sql`open_orders() as orders`, standsIn(sql`order_text(orders)`, words)),
    further(sql`users u join ${orders} on ${orders.userId} = u.id`, standsIn(sql`lower(u.id)`, words)),
    ...(isOfGuest ? [further(sql`${orders}`, isOfGuest)] : []),
  ];
  const atTheBeginning = ids(beginning(SEARCHED_FIRST), and(noneIsMeant, isOften, stand));
  return sql`${orders.id} in (with at_the_beginning as materialized ${atTheBeginning} ${sql.join(ways, sql` union all `)})`;
}

/** The names in which the words stand, as a list: the planner expects ten of a list, guesses of a pattern too many, and then reads every order rather than looking theirs up. */
function namesWith(words: string): SQL {
  return sql`array(select n.id from ordered_names n where ${standsIn(sql`n.name`, words)})`;
}
