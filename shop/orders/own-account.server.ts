import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { type OwnSession, ownSessionsIn } from "#shop/accounts/own-sessions.server.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { orderCounts } from "./own-order-counts.server.ts";
import type { OwnOrderCounts } from "./own-order-filter.ts";
import { orders } from "./tables.server.ts";

/** What the account page shows of its owner. [S2.21] [S3.6] */
export type OwnAccount = {
  email: string;
  name: string;
  createdAt: Date;
  lastLoginAt: Date | null;
  orders: OwnOrderCounts;
  sessions: OwnSession[];
};

/**
 * The visitor's own account, how many orders it has and where it is logged in, in one query; `token` is this session's. Refuses `signInFirst` to a guest.
 * [S2.21] [S6.2]
 */
export async function findOwnAccount(
  { db, now }: Pick<Services, "db" | "now">,
  visitor: Visitor,
  token: string | null,
): Promise<Result<OwnAccount>> {
  if (visitor.kind === "guest") return refused("signInFirst");
  const { email, name, createdAt, lastLoginAt } = users;
  const counted = db
    .select({ counts: orderCounts.as("counts") })
    .from(orders)
    .where(eq(orders.userId, visitor.userId))
    .as("counted");
  const [account] = await db
    .select({ email, name, createdAt, lastLoginAt, orders: counted.counts, sessions: ownSessionsIn(token, now()) })
    .from(users)
    .crossJoin(counted)
    .where(eq(users.id, visitor.userId));
  return account ? granted(account) : refused("signInFirst");
}
