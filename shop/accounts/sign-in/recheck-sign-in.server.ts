import { and, eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { lockAccount } from "./lock-account.server.ts";
import { credentials, sessions, users } from "./tables.server.ts";

/** The stored hash of the password that an address logs in with, or null. */
export async function hashOfAddress(db: Pick<Tx, "select">, email: string): Promise<string | null> {
  const [credential] = await db
    .select({ hash: credentials.password })
    .from(users)
    .innerJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .where(eq(users.email, email));
  return credential?.hash ?? null;
}

/**
 * Whether what a session was opened with still fits, asked when its row stands: the account was not disabled, and its password is the one of before. If not,
 * the session ends. Whoever sets a password ends all sessions behind the same lock, so that of the two one always finds the other. [S2.17] [S4.10]
 */
export function stillFits(
  { db }: Pick<Services, "db">,
  { userId, token, hash }: { userId: string; token: string; hash: string | null },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (account && !account.disabled && hash !== null && (await hashOfAddress(tx, account.email)) === hash) return true;

    await tx.delete(sessions).where(eq(sessions.token, token));
    return false;
  });
}
