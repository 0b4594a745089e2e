import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import type { OrderStatus } from "../order.ts";
import { foundBy } from "../search/found-by.server.ts";
import { type OrderRow, orders } from "../tables.server.ts";
import { type ListCursor, readListCursor, writeListCursor } from "./list-cursor.ts";
import type { PageOf } from "./order-view.ts";
import { filterIs, hasNoMoney, isOf } from "./queue-filter.server.ts";
import { lateBefore, noQueueFilters, type QueueFilters } from "./queue-filter.ts";

/**
 * Which orders a list shows: one status, `processed` (approved and rejected), `handled` (processed
 * and cancelled), or all. [S2.32]
 */
export type Listed = OrderStatus | "processed" | "handled" | "all";

/**
 * A range of days in the shop's time zone, both ends included, such as `2026-11-21`; null is open.
 * [S2.32]
 */
type ListedDays = { from: string | null; to: string | null; timeZone: string };

/**
 * The filters of a list. `days` means the day of placing for pending orders and of handling for
 * others; `paid: false` lists approved orders that are not paid yet.
 */
export type ListOptions = {
  /**
   * For pending orders: the filters of the queue, and the time from which late orders are told.
   * [S10.17] [S12.6]
   */
  queue?: QueueAsked | null;
  search?: string | null;
  after?: string | null;
  days?: ListedDays | null;
  paid?: boolean | null;
};

/** The filters of the queue at a time. */
export type QueueAsked = QueueFilters & { now: Date };

/**
 * The rows of a page and one more, named `orders` for the select. An index has them in this order.
 */
type ListPage = { rows: ReturnType<typeof rowsOf>; orderBy: SQL[] };

type Db = Pick<Reading, "select" | "with" | "$with">;
type PageRow = Pick<OrderRow, "id" | "createdAt" | "handledAt" | "paidAt" | "hasPaymentToReview">;
type PageQuery<T> = { execute(): Promise<T[]>; prepare(name: string): { execute(values: Record<string, unknown>): Promise<T[]> } };

/**
 * Reads a page of a list: pending orders with those on top that money came for and then the oldest
 * first, all orders the newest first, others last handled first. `select` makes the query for the columns, which `columns`
 * names. The best plan of a search, or of a range of days, depends on its words and days, so only
 * the other pages are prepared. [S2.28] [S2.32]
 */
export async function readPage<T extends PageRow>(
  { db }: { db: Reading },
  columns: "whole" | "handled" | "ordinary" | "found",
  listed: Listed,
  { search = null, after = null, days = null, paid = null, queue = null }: ListOptions,
  select: (db: Db, page: ListPage) => PageQuery<T>,
): Promise<PageOf<T>> {
  const cursor = after === null ? null : readListCursor(after);
  const words = search?.trim();
  const { filter, productId, method } = queue ?? noQueueFilters;
  const before = queue ? lateBefore(queue.now) : null;
  if (words || days || productId || method)
    return pageOf(await select(db, listPage(db, listed, { paid, queue, before, cursor, days, words })).execute());

  const name = ["orders", listed, paidWords(paid), ...(filter ? [filter] : []), cursor ? "after" : "first", columns].join("-");
  const anyCursor = cursor && { at: sql.placeholder("at"), id: sql.placeholder("id"), hasNoMoney: sql.placeholder("hasNoMoney") };
  const query = db.prepared(name, (db) =>
    select(db, listPage(db, listed, { paid, queue, before: sql.placeholder("before"), cursor: anyCursor })),
  );
  return pageOf(await query.execute({ ...cursor, ...(filter === "late" && { before }) }));
}

/** The extra row means that there is a next page. */
function pageOf<T extends PageRow>(rows: T[]): PageOf<T> {
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > PAGE_SIZE && last ? writeListCursor(last) : null };
}

type Cursor = { [K in keyof ListCursor]: ListCursor[K] | Placeholder };
type Wanted = {
  paid: boolean | null;
  queue: QueueFilters | null;
  /** Orders placed before it are late. */
  before: Date | Placeholder | null;
  cursor: Cursor | null;
  days?: ListedDays | null;
  words?: string | undefined;
};

function listPage(db: Db, listed: Listed, { paid, queue, before, cursor, days = null, words }: Wanted): ListPage {
  const { when, time, isQueue } = listOf(listed, paid);
  const { filter, ...of } = queue ?? noQueueFilters;
  // Orders that are paid, and those to review, have indexes of their own, by time alone.
  const isMixed = isQueue && filter !== "paid" && filter !== "review";
  const beyond = cursor ? beyondCursor(cursor, time, { isQueue, isMixed }) : undefined;
  const where = and(when, filter && before ? filterIs(filter, before) : undefined, isOf(of), within(time, days), beyond);
  const oldestFirst = [...(isMixed ? [asc(hasNoMoney)] : []), asc(time), asc(orders.id)];
  const orderBy = isQueue ? oldestFirst : [desc(time), desc(orders.id)];
  return { rows: rowsOf(db, words ? foundBy(db, words, { where, orderBy }) : where, orderBy), orderBy };
}

function beyondCursor(cursor: Cursor, time: Time, { isQueue, isMixed }: { isQueue: boolean; isMixed: boolean }): SQL {
  const [at, id] = [sql`${cursor.at}::timestamptz`, sql`${cursor.id}`];
  if (isMixed) return sql`(${hasNoMoney}, ${time}, ${orders.id}) > (${cursor.hasNoMoney}::boolean, ${at}, ${id})`;
  return isQueue ? sql`(${time}, ${orders.id}) > (${at}, ${id})` : sql`(${time}, ${orders.id}) < (${at}, ${id})`;
}

/**
 * The limit is inlined. As a parameter it would be unknown to the generic plan, and PostgreSQL
 * would plan the statement again each time.
 */
function rowsOf(db: Db, where: SQL | undefined, orderBy: SQL[]) {
  const order = sql.join(orderBy, sql`, `);
  const rows = sql`select * from ${orders} where ${where} order by ${order} limit ${sql.raw(String(PAGE_SIZE + 1))}`;
  return db.$with("orders", getTableColumns(orders)).as(rows);
}

function paidWords(paid: boolean | null): string {
  if (paid === null) return "any";
  return paid ? "paid" : "unpaid";
}

type Time = typeof orders.createdAt | typeof orders.processedAt | typeof orders.handledAt;
type List = { when: SQL | undefined; time: Time; isQueue: boolean };

const { status, paidAt, processedAt, handledAt } = orders;

function listOf(listed: Listed, paid: boolean | null): List {
  if (listed === "pending") return { when: and(statusIs("pending"), paidIs(paid)), time: orders.createdAt, isQueue: true };
  if (listed === "all") return { when: paidIs(paid) ?? sql`true`, time: orders.createdAt, isQueue: false };
  const handled = { time: handledAt, isQueue: false };
  if (paid === false && (listed === "processed" || listed === "handled"))
    return { ...handled, when: and(statusIs("approved"), isNull(paidAt), gt(orders.totalPaise, 0)) };
  if (listed === "handled") return { ...handled, when: and(isNotNull(handledAt), paidIs(paid)) };
  if (listed !== "processed") return { ...handled, when: and(isNotNull(handledAt), statusIs(listed), paidIs(paid)) };
  return paid
    ? { ...handled, when: and(isNotNull(handledAt), isNotNull(processedAt), isNotNull(paidAt)) }
    : { ...handled, when: isNotNull(processedAt), time: processedAt };
}

/** The status is inlined because partial indexes by status are used only if it is a constant. */
function statusIs(wanted: OrderStatus): SQL {
  return eq(status, wanted).inlineParams();
}

function paidIs(paid: boolean | null): SQL | undefined {
  if (paid === null) return undefined;
  return paid ? isNotNull(paidAt) : isNull(paidAt);
}

/** Days begin at midnight in the shop's time zone, also across changes of the clock. */
function within(time: Time, days: ListedDays | null): SQL | undefined {
  if (days === null) return undefined;
  const { from, to, timeZone } = days;
  return and(
    from === null ? undefined : sql`${time} >= ${from}::date::timestamp at time zone ${timeZone}::text`,
    to === null ? undefined : sql`${time} < (${to}::date + 1)::timestamp at time zone ${timeZone}::text`,
  );
}
