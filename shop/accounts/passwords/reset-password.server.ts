import { and, eq, gt } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { NewPasswordForm } from "../account-forms.ts";
import { recordOwnAction } from "../record-own-action.server.ts";
import { worksInShop } from "../role.ts";
import { endSessions } from "../sessions/end-sessions.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { passwordResets, users } from "../tables.server.ts";
import { checkNewPassword, type WeakPassword } from "./check-new-password.server.ts";
import { laneOfAccount } from "./hash-turns.server.ts";
import { setPassword } from "./set-password.server.ts";

type Needs = Pick<Services, "db" | "now">;
type Reset = Result<null, "resetLinkInvalid" | "accountDisabled" | "tooManyRequests" | WeakPassword>;
type Owner = { userId: string; email: string };

/**
 * Whether a reset link works: it is its account's newest, unused, and less than an hour old.
 * [S2.17]
 */
export async function isResetOpen(services: Needs, token: string | null): Promise<boolean> {
  return token !== null && (await ownerOfReset(services.db, token, services.now())) !== null;
}

/**
 * Sets the new password through a reset link, which works once even for two concurrent requests,
 * and ends all sessions of the account; recorded if the account is an admin's. Refuses
 * `resetLinkInvalid`, `accountDisabled`, and, after which the link still works, a weak password and
 * `tooManyRequests`.
 * [S2.17] [S4.10]
 */
export async function resetPassword(
  services: Needs & Pick<Services, "settings">,
  auth: Auth,
  token: string | null,
  { password }: NewPasswordForm,
  headers: Headers,
): Promise<Reset> {
  const owner = token === null ? null : await ownerOfReset(services.db, token, services.now());
  if (token === null || owner === null) return refused("resetLinkInvalid");
  const fit = await checkNewPassword(services, { email: owner.email, password });
  if (!fit.ok) return fit;

  const made = await auth.hashTurns.inLane(laneOfAccount(owner.email), async () => ok(await auth.hash(password)));
  if (!made.ok) return made;
  const reset = await inTransaction(services.db, async (tx): Promise<Reset> => {
    const now = services.now();
    const { userId } = (await ownerOfReset(tx, token, now)) ?? {};
    if (userId === undefined) return refused("resetLinkInvalid");
    // Every change of an account locks its row first, so the link is checked again under that lock.
    const [user] = await tx
      .select({ disabled: users.disabled, role: users.role, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for("update");
    if (!user || (await ownerOfReset(tx, token, now)) === null) return refused("resetLinkInvalid");
    if (user.disabled) return refused("accountDisabled");

    await setPassword(tx, { userId, passwordHash: made.value, at: now });
    await endSessions(tx, userId);
    if (worksInShop(user.role)) await recordOwnAction(tx, { userId, email: user.email }, "password-reset", now);
    return ok(null);
  });
  return auth.logAttempt("password reset", reset, headers, owner);
}

async function ownerOfReset(db: Pick<Tx, "select">, token: string, now: Date): Promise<Owner | null> {
  const [owner] = await db
    .select({ userId: passwordResets.userId, email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.tokenHash, sha256(token)), gt(passwordResets.expiresAt, now)));
  return owner ?? null;
}
