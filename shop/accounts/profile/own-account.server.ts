import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { countOwnOrders } from "#shop/orders/reading/own-order-counts.server.ts";
import type { OwnOrderCounts } from "#shop/orders/reading/own-order-filter.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { type OwnSession, ownSessionsIn } from "../sessions/own-sessions.server.ts";
import { users } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";

/** The visitor's account as the account page shows it. [S2.21] [S3.6] */
type OwnAccount = {
  email: string;
  name: string;
  createdAt: Date;
  lastLoginAt: Date | null;
  orders: OwnOrderCounts;
  sessions: OwnSession[];
};

/**
 * Returns the visitor's own account with its order counts and sessions; `token` identifies the
 * current session. Refuses `signInFirst` to a guest. [S2.21] [S6.2]
 */
export async function findOwnAccount(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  token: string | null,
): Promise<Result<OwnAccount>> {
  if (visitor.kind === "guest") return refused("signInFirst");
  const { email, name, createdAt, lastLoginAt } = users;
  const [[found], orders] = await services.db.together((db) => {
    const account = db
      .select({ email, name, createdAt, lastLoginAt, sessions: ownSessionsIn(token, services.now()) })
      .from(users)
      .where(eq(users.id, visitor.userId));
    return Promise.all([account, countOwnOrders({ db }, visitor)]);
  });
  return found ? ok({ ...found, orders }) : refused("signInFirst");
}
