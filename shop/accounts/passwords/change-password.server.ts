import { and, eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { about, granted, type Result, refused } from "../refusal.ts";
import type { ChangePasswordForm } from "./account-forms.ts";
import type { Auth } from "./auth.server.ts";
import { checkNewPassword } from "./check-new-password.server.ts";
import { endSessions } from "./end-sessions.server.ts";
import { noteOwn } from "./note-own.server.ts";
import { checkOwnPassword } from "./own-password.server.ts";
import { setPassword } from "./set-password.server.ts";
import { credentials, users } from "./tables.server.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Changes the visitor's own password and ends the other sessions; this one stays; of an admin it is noted. Refuses `signInFirst`, `tooManyRequests`, a
 * password that is guessed first, and `wrongCurrentPassword`, also when the password was changed elsewhere meanwhile. [S2.17] [S8.3]
 */
export async function changePassword(
  services: Pick<Services, "db" | "live" | "now">,
  auth: Auth,
  visitor: Visitor,
  form: ChangePasswordForm,
  headers: Headers,
): Promise<Result<null>> {
  if (visitor.kind === "guest") return refused("signInFirst");
  const current = await checkOwnPassword(auth, visitor, form.currentPassword, headers);
  if (!current.ok) return current;
  const fit = await checkNewPassword(services, { email: visitor.email, password: form.password });
  if (!fit.ok) return fit;

  const { userId } = visitor;
  const passwordHash = await auth.hash(form.password);
  const changed = await services.db.transaction(async (tx): Promise<Result<null>> => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const unchanged = await tx
      .select({ id: credentials.id })
      .from(credentials)
      .where(and(eq(credentials.userId, userId), eq(credentials.password, current.value)));
    if (unchanged.length === 0) return about(refused("wrongCurrentPassword"), "currentPassword");

    const at = services.now();
    await setPassword(tx, { userId, passwordHash, at });
    await endSessions(tx, userId, auth.tokenIn(headers));
    if (visitor.kind === "admin") await noteOwn(tx, visitor, "password-changed", at);
    return granted(null);
  });
  return auth.noted("password changed", changed, headers, visitor);
}
