import { and, eq, gt } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { sha256 } from "#platform/vault.server.ts";
import { granted, type Result, refused } from "../refusal.ts";
import type { NewPasswordForm } from "./account-forms.ts";
import type { Auth } from "./auth.server.ts";
import { checkNewPassword, type WeakPassword } from "./check-new-password.server.ts";
import { endSessions } from "./end-sessions.server.ts";
import { noteOwn } from "./note-own.server.ts";
import { setPassword } from "./set-password.server.ts";
import { passwordResets, users } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "now">;
type Reset = Result<null, "resetLinkInvalid" | "accountDisabled" | WeakPassword>;
type Owner = { userId: string; email: string };

/** Whether a reset link works now: it is the newest of its account, was not used, and is not an hour old. [S2.17] */
export async function isResetOpen(services: Needs, token: string | null): Promise<boolean> {
  return token !== null && (await ownerOfReset(services.db, token, services.now())) !== null;
}

/**
 * Sets the new password by a reset link, which works once, also of two at once, and ends every session of the account; of an admin it is noted. Refuses `resetLinkInvalid`,
 * `accountDisabled`, and a password that is guessed first: the link then still works. [S2.17] [S4.10]
 */
export async function resetPassword(
  services: Needs & Pick<Services, "live">,
  auth: Auth,
  token: string | null,
  { password }: NewPasswordForm,
  headers: Headers,
): Promise<Reset> {
  const owner = token === null ? null : await ownerOfReset(services.db, token, services.now());
  if (token === null || owner === null) return refused("resetLinkInvalid");
  const fit = await checkNewPassword(services, { email: owner.email, password });
  if (!fit.ok) return fit;

  const passwordHash = await auth.hash(password);
  const reset = await services.db.transaction(async (tx): Promise<Reset> => {
    const now = services.now();
    const { userId } = (await ownerOfReset(tx, token, now)) ?? {};
    if (userId === undefined) return refused("resetLinkInvalid");
    // Whoever changes an account locks its row first; what the link is worth is read once more behind that lock.
    const [user] = await tx
      .select({ disabled: users.disabled, role: users.role, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for("update");
    if (!user || (await ownerOfReset(tx, token, now)) === null) return refused("resetLinkInvalid");
    if (user.disabled) return refused("accountDisabled");

    await setPassword(tx, { userId, passwordHash, at: now });
    await endSessions(tx, userId);
    if (user.role === "admin") await noteOwn(tx, { userId, email: user.email }, "password-reset", now);
    return granted(null);
  });
  return auth.noted("password reset", reset, headers, owner);
}

async function ownerOfReset(db: Pick<Tx, "select">, token: string, now: Date): Promise<Owner | null> {
  const [owner] = await db
    .select({ userId: passwordResets.userId, email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.tokenHash, sha256(token)), gt(passwordResets.expiresAt, now)));
  return owner ?? null;
}
