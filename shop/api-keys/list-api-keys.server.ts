import { desc, eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result } from "#shop/refusal.ts";
import type { Scope } from "#shop/rights.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { API_KEYS_LISTED_MAX } from "./constants.ts";
import { apiKeys } from "./tables.server.ts";

/**
 * An API key as admins see it, without the key itself. It is suspended while the account of its
 * creator is disabled or not an admin's.
 */
export type ListedApiKey = {
  id: string;
  name: string;
  scopes: Scope[];
  refundsADayPaise: number | null;
  beginning: string;
  madeBy: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  isSuspended: boolean;
};

/** Returns the API keys, newest first, revoked ones last. For admins. */
export async function listApiKeys({ db }: Pick<Services, "db">, visitor: Visitor): Promise<Result<ListedApiKey[], "rightMissing">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  const { id, name, scopes, refundsADayPaise, beginning, createdAt, lastUsedAt, revokedAt } = apiKeys;
  const isSuspended = sql<boolean>`${users.disabled} or ${users.role} <> 'admin'`;
  const rows = await db
    .select({ id, name, scopes, refundsADayPaise, beginning, createdAt, lastUsedAt, revokedAt, madeBy: users.email, isSuspended })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .orderBy(sql`${revokedAt} is not null`, desc(createdAt), id)
    .limit(API_KEYS_LISTED_MAX);
  return ok(rows);
}
