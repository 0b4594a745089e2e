import { and, eq, gt } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { sha256 } from "#platform/vault.server.ts";
import { granted, type Result, refused } from "../refusal.ts";
import type { NewPasswordForm } from "./account-forms.ts";
import type { Auth } from "./auth.server.ts";
import { endSessions } from "./end-sessions.server.ts";
import { setPassword } from "./set-password.server.ts";
import { passwordResets, users } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "now">;

/** Whether a reset link works now: it is the newest of its account, was not used, and is not an hour old. [S2.17] */
export async function isResetOpen(services: Needs, token: string | null): Promise<boolean> {
  return token !== null && (await userOfReset(services.db, token, services.now())) !== null;
}

/**
 * Sets the new password by a reset link, which works once, also of two at once, and ends every session of the account. Refuses `resetLinkInvalid`,
 * and `accountDisabled`. [S2.17] [S4.10]
 */
export async function resetPassword(
  services: Needs,
  auth: Auth,
  token: string | null,
  { password }: NewPasswordForm,
): Promise<Result<null, "resetLinkInvalid" | "accountDisabled">> {
  if (token === null || !(await isResetOpen(services, token))) return refused("resetLinkInvalid");

  const passwordHash = await auth.hash(password);
  return services.db.transaction(async (tx) => {
    const now = services.now();
    const userId = await userOfReset(tx, token, now);
    if (userId === null) return refused("resetLinkInvalid");
    // Whoever changes an account locks its row first; what the link is worth is read once more behind that lock.
    const [user] = await tx.select({ disabled: users.disabled }).from(users).where(eq(users.id, userId)).for("update");
    if (!user || (await userOfReset(tx, token, now)) === null) return refused("resetLinkInvalid");
    if (user.disabled) return refused("accountDisabled");

    await setPassword(tx, { userId, passwordHash, at: now });
    await endSessions(tx, userId);
    return granted(null);
  });
}

async function userOfReset(db: Pick<Tx, "select">, token: string, now: Date): Promise<string | null> {
  const [reset] = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, sha256(token)), gt(passwordResets.expiresAt, now)));
  return reset?.userId ?? null;
}
