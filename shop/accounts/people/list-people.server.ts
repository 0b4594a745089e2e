import { gt, ne, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { type Right, requireRight } from "#shop/rights.ts";
import { invitations } from "../invitations/tables.server.ts";
import { users } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";
import { PEOPLE_LISTED_MAX } from "./constants.ts";

/**
 * Somebody who works in the shop, as owners see them. An owner has no list of rights: all are
 * theirs.
 */
export type Person = {
  id: string;
  name: string;
  email: string;
  isOwner: boolean;
  rights: Right[];
  disabled: boolean;
  lastSeenAt: Date | null;
};

/** An invitation that still works, without its link, which is shown only once. */
export type ListedInvitation = { id: string; name: string; email: string | null; rights: Right[]; expiresAt: Date };

/** When somebody was last seen: in a session that goes on, or at the last login. */
const lastSeenAt = sql<Date | null>`greatest(users.last_login_at, (select max(coalesce(s.last_seen_at, s.created_at)) from sessions s where s.user_id = users.id))`;

/** The columns of a person. */
export const personColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  isOwner: sql<boolean>`${users.role} = 'admin'`,
  rights: users.rights,
  disabled: users.disabled,
  lastSeenAt: lastSeenAt.mapWith(users.lastLoginAt),
};

/**
 * Lists everybody who works in the shop, owners first, and the open invitations. For owners.
 * [S13.10]
 */
export async function listPeople(
  { db, now }: Pick<Services, "db" | "now">,
  visitor: Visitor,
): Promise<{ people: Person[]; invitations: ListedInvitation[] }> {
  requireRight(visitor, "own-shop");
  const { id, name, email, rights, expiresAt, madeAt } = invitations;
  const [people, open] = await Promise.all([
    db
      .select(personColumns)
      .from(users)
      .where(ne(users.role, "customer"))
      .orderBy(sql`${users.role} <> 'admin'`, users.createdAt, users.id)
      .limit(PEOPLE_LISTED_MAX),
    db.select({ id, name, email, rights, expiresAt }).from(invitations).where(gt(expiresAt, now())).orderBy(madeAt, id),
  ]);
  return { people, invitations: open };
}
