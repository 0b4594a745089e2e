import { and, eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { lockAccount } from "../lock-account.server.ts";
import { credentials, sessions, users } from "../tables.server.ts";

/** Returns the stored password hash for an address, or null. */
export async function hashOfAddress(db: Pick<Tx, "select">, email: string): Promise<string | null> {
  const [credential] = await db
    .select({ hash: credentials.password })
    .from(users)
    .innerJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .where(eq(users.email, email));
  return credential?.hash ?? null;
}

/**
 * Checks, once a session is written, that the account is not disabled and its password is still the
 * one used to log in; otherwise deletes the session. Setting a password ends all sessions under the
 * same lock, so one of the two always sees the other. [S2.17] [S4.10]
 */
export function stillFits(
  { db }: Pick<Services, "db">,
  { userId, token, hash }: { userId: string; token: string; hash: string | null },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (account && !account.disabled && hash !== null && (await hashOfAddress(tx, account.email)) === hash) return true;

    await tx.delete(sessions).where(eq(sessions.token, token));
    return false;
  });
}
