import { and, eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { about, ok, type Result, refused, together } from "#shop/refusal.ts";
import type { ChangePasswordForm } from "../account-forms.ts";
import { recordOwnAction } from "../record-own-action.server.ts";
import { endSessions } from "../sessions/end-sessions.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { credentials, users } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";
import { checkNewPassword } from "./check-new-password.server.ts";
import { checkOwnPassword } from "./check-own-password.server.ts";
import { laneOfAccount } from "./hash-turns.server.ts";
import { setPassword } from "./set-password.server.ts";

/**
 * Changes the visitor's own password and ends all sessions but this one; recorded if the visitor is
 * an admin. Refuses `signInFirst`, `tooManyRequests`, a weak password, and `wrongCurrentPassword`,
 * also if the password was changed elsewhere in the meantime. [S2.17] [S8.3]
 */
export async function changePassword(
  services: Pick<Services, "db" | "settings" | "now">,
  auth: Auth,
  visitor: Visitor,
  form: ChangePasswordForm,
  headers: Headers,
): Promise<Result<null>> {
  if (visitor.kind === "guest") return refused("signInFirst");
  const current = await checkOwnPassword(auth, visitor, form.currentPassword, headers);
  const fit = await checkNewPassword(services, { email: visitor.email, password: form.password });
  if (!current.ok || !fit.ok) return together(current, fit) ?? refused("invalidInput");

  const { userId } = visitor;
  const made = await auth.hashTurns.inLane(laneOfAccount(visitor.email), async () => ok(await auth.hash(form.password)));
  if (!made.ok) return made;
  const changed = await inTransaction(services.db, async (tx): Promise<Result<null>> => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const unchanged = await tx
      .select({ id: credentials.id })
      .from(credentials)
      .where(and(eq(credentials.userId, userId), eq(credentials.password, current.value)));
    if (unchanged.length === 0) return about(refused("wrongCurrentPassword"), "currentPassword");

    const at = services.now();
    await setPassword(tx, { userId, passwordHash: made.value, at });
    await endSessions(tx, userId, auth.tokenIn(headers));
    if (visitor.kind === "admin") await recordOwnAction(tx, visitor, "password-changed", at);
    return ok(null);
  });
  return auth.logAttempt("password changed", changed, headers, visitor);
}
