import { desc, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Keys, Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { orders } from "../tables.server.ts";
import { orderWithIds, wholeView } from "./find-order.server.ts";
import type { PageOf, WholeOrder } from "./order-view.ts";

/**
 * Lists a page of the guest orders that this browser placed or opened by a private link, newest
 * first. Only the hash of its cookie finds them, and a browser without the cookie has none. One
 * query. [S12.1] [S6.6]
 */
export async function listBrowserOrders(
  services: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  after: string | null = null,
): Promise<PageOf<WholeOrder>> {
  const hash = browserHash(visitor.keys);
  if (!hash) return { rows: [], next: null };

  const cursor = after === null ? null : readCursor(after);
  const page = services.db.prepared(`browser-orders-${cursor ? "after" : "first"}`, (db) =>
    db
      .select(orderWithIds)
      .from(orders)
      .where(sql`${orders.id} in ${idsOfBrowser(sql`${sql.placeholder("hash")}::bytea`, MOST, { isBeyond: cursor !== null })}`)
      .orderBy(...newestFirst)
      .limit(MOST),
  );
  const rows = await page.execute({ hash, ...cursor });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => wholeView(services, visitor, row)),
    next: rows.length > PAGE_SIZE && last ? writeCursor(last.createdAt, last.id) : null,
  };
}

/**
 * Whether this browser has placed guest orders. One query with its cookie, none without. [S12.1]
 */
export async function hasBrowserOrders({ db }: Pick<Services, "db">, visitor: Visitor): Promise<boolean> {
  const hash = browserHash(visitor.keys);
  if (!hash) return false;
  const some = db.prepared("browser-has-orders", (db) =>
    db
      .select({ id: orders.id })
      .from(orders)
      .where(sql`${orders.id} in ${idsOfBrowser(sql`${sql.placeholder("hash")}::bytea`, 1, { placedAlone: true })}`)
      .limit(1),
  );
  return (await some.execute({ hash })).length > 0;
}

/** A page and one more order, which tells that there is a next page. */
const MOST = PAGE_SIZE + 1;
const newestFirst = [desc(orders.createdAt), desc(orders.id)];

/** The hash of a visitor's browser key, which opens guest orders, or null. [S6.6] */
export function browserHash({ browser }: Keys): Buffer | null {
  return browser ? Buffer.from(browser, "hex") : null;
}

/**
 * The ids of the newest guest orders of a browser's hash, at most `most` of each kind: ended ones
 * that the browser placed, and those that it opened by a private link. Pending ones are few, so all
 * of them are found: asked for the newest, PostgreSQL may read the whole queue instead
 * of the index. `placedAlone` leaves out those that it opened.
 */
export function idsOfBrowser(hash: SQL, most: number, { isBeyond = false, placedAlone = false } = {}): SQL {
  const beyond = isBeyond ? sql`and (o.created_at, o.id) < (${sql.placeholder("at")}::timestamptz, ${sql.placeholder("id")})` : sql.empty();
  const newest = (where: SQL) =>
    sql`(select o.id from orders o where o.user_id is null and ${where} ${beyond} order by o.created_at desc, o.id desc limit ${sql.raw(String(most))})`;
  const opened = newest(sql`cardinality(o.unlocked_by) > 1 and o.unlocked_by @> array[${hash}]`);
  return sql`((select o.id from orders o where o.user_id is null and o.status = 'pending' and o.unlocked_by[1] = ${hash} ${beyond})
    union all ${newest(sql`o.status <> 'pending' and o.unlocked_by[1] = ${hash}`)}
    ${placedAlone ? sql.empty() : sql`union all ${opened}`})`;
}
