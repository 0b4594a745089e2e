import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { operator } from "#shop/audit/operator.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { lockAccount } from "../lock-account.server.ts";
import { endSessions } from "../sessions/end-sessions.server.ts";
import { users } from "../tables.server.ts";
import { dropSecondFactor } from "./drop-second-factor.server.ts";

/**
 * Removes an account's second factor from the command line, for an admin who lost the app and the
 * recovery codes, and ends the sessions. Refuses `accountNotFound`.
 */
export async function resetSecondFactor({ db, now }: Pick<Services, "db" | "now">, email: string): Promise<Result<{ had: boolean }>> {
  return inTransaction(db, async (tx): Promise<Result<{ had: boolean }>> => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    const account = user ? await lockAccount(tx, user.id) : null;
    if (!account) return refused("accountNotFound");
    const had = await dropSecondFactor(tx, account.id);
    if (!had) return ok({ had });

    await endSessions(tx, account.id);
    const subject = { kind: "account", id: account.id, name: email } as const;
    await recordAction(tx, operator, { action: "second-factor-reset", subject }, now());
    return ok({ had });
  });
}
