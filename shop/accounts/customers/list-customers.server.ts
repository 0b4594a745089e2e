import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { matchesSearch } from "#shop/matches-search.server.ts";
import type { PageOf } from "#shop/orders/reading/order-view.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import type { Role } from "../role.ts";
import { users } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";

/** An account in the admin's list. */
export type ListedCustomer = {
  id: string;
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
  orders: number;
  /**
   * Of a withdrawn account, the address it had, which another account has now; empty if it was
   * imported without one. Null for every other account.
   */
  withdrawnFrom: string | null;
};

/**
 * Returns a page of accounts, newest first, with the number of orders of each, in one query. The
 * search covers address, name and the whole user id. For admins. [S6.3]
 */
export async function listCustomers(
  { db }: Pick<Services, "db">,
  visitor: Visitor,
  { search = "", after = null }: { search?: string; after?: string | null } = {},
): Promise<Result<PageOf<ListedCustomer>, "rightMissing">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");

  const cursor = after === null ? null : readCursor(after);
  const beyond = cursor ? sql`(${users.createdAt}, ${users.id}) < (${cursor.at}::timestamptz, ${cursor.id})` : undefined;
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      disabled: users.disabled,
      createdAt: users.createdAt,
      lastLoginAt: users.lastLoginAt,
      orders: sql<number>`(select count(*)::integer from orders where orders.user_id = users.id)`,
      withdrawnFrom: sql<string | null>`(select a.email from withdrawn_accounts a where a.user_id = users.id)`,
    })
    .from(users)
    .where(and(matching(search), beyond))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return ok({ rows: shown, next: rows.length > PAGE_SIZE && last ? writeCursor(last.createdAt, last.id) : null });
}

function matching(search: string): SQL | undefined {
  const words = search.trim();
  if (!words) return undefined;
  return or(
    matchesSearch(users.email, words),
    matchesSearch(sql`searched_text(${users.name})`, words),
    eq(users.id, words),
    wasWithdrawnFrom(words),
  );
}

/** The array makes PostgreSQL run the subquery once and find the accounts by primary key. */
function wasWithdrawnFrom(words: string): SQL {
  return sql`${users.id} = any(array(select a.user_id from withdrawn_accounts a where ${matchesSearch(sql`a.email`, words)}))`;
}
