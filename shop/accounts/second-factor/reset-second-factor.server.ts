import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { operator } from "#shop/audit/operator.ts";
import { granted, type Result, refused } from "../refusal.ts";
import { dropSecondFactor } from "./drop-second-factor.server.ts";
import { endSessions } from "./end-sessions.server.ts";
import { lockAccount } from "./lock-account.server.ts";
import { users } from "./tables.server.ts";

/** Takes the second factor from an account, from the command line, for who lost the app and the recovery codes; its sessions end. Refuses `accountNotFound`. */
export async function resetSecondFactor({ db, now }: Pick<Services, "db" | "now">, email: string): Promise<Result<{ had: boolean }>> {
  return db.transaction(async (tx): Promise<Result<{ had: boolean }>> => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    const account = user ? await lockAccount(tx, user.id) : null;
    if (!account) return refused("accountNotFound");
    const had = await dropSecondFactor(tx, account.id);
    if (!had) return granted({ had });

    await endSessions(tx, account.id);
    const subject = { kind: "account", id: account.id, name: email } as const;
    await noteDeed(tx, operator, { deed: "second-factor-reset", subject }, now());
    return granted({ had });
  });
}
