import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readPlace, writePlace } from "#shop/page-place.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { standsIn } from "#shop/stands-in.server.ts";
import type { PageOf } from "./order-view.ts";

/** An account as the admin's list shows it. */
export type ListedCustomer = {
  id: string;
  email: string;
  name: string;
  role: "customer" | "admin";
  disabled: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
  orders: number;
  /** The address that it had, where another account has it now; empty where it moved in without one. Null: it is as any other. */
  setAsideFrom: string | null;
};

/** A page of the accounts, newest first, with how many orders each has: one query. The search looks in address and name, and for a whole user id. For admins. [S6.3] */
export async function listCustomers(
  { db }: Pick<Services, "db">,
  visitor: Visitor,
  { search = "", after = null }: { search?: string; after?: string | null } = {},
): Promise<Result<PageOf<ListedCustomer>, "adminsOnly">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  const place = after === null ? null : readPlace(after);
  const beyond = place ? sql`(${users.createdAt}, ${users.id}) < (${place.at}::timestamptz, ${place.id})` : undefined;
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
      setAsideFrom: sql<string | null>`(select a.email from set_aside_accounts a where a.user_id = users.id)`,
    })
    .from(users)
    .where(and(matching(search), beyond))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return granted({ rows: shown, next: rows.length > PAGE_SIZE && last ? writePlace(last.createdAt, last.id) : null });
}

function matching(search: string): SQL | undefined {
  const words = search.trim();
  if (!words) return undefined;
  return or(standsIn(users.email, words), standsIn(sql`lower(${users.name})`, words), eq(users.id, words), wasSetAsideFrom(words));
}

/** An array, so that it is asked once and the accounts are found by their key. */
function wasSetAsideFrom(words: string): SQL {
  return sql`${users.id} = any(array(select a.user_id from set_aside_accounts a where ${standsIn(sql`a.email`, words)}))`;
}
