import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { operator } from "#shop/audit/operator.ts";
import { granted, type Result, refused } from "../refusal.ts";
import { type Credentials, displayNameOf } from "./account-forms.ts";
import type { Auth } from "./auth.server.ts";
import { checkNewPassword, type WeakPassword } from "./check-new-password.server.ts";
import { dropSecondFactor } from "./drop-second-factor.server.ts";
import { endSessions } from "./end-sessions.server.ts";
import { newId } from "./new-id.server.ts";
import { setPassword } from "./set-password.server.ts";
import { users } from "./tables.server.ts";

/**
 * Makes an admin from the command line: creates the account, or promotes it, and sets its password; its second factor goes and its sessions end, which is
 * noted. Refuses a password that is guessed first. [S6.8]
 */
export async function makeAdmin(
  services: Pick<Services, "db" | "live" | "now">,
  auth: Auth,
  form: Pick<Credentials, "email" | "password">,
): Promise<Result<null, WeakPassword>> {
  const fit = await checkNewPassword(services, form);
  if (!fit.ok) return fit;

  const passwordHash = await auth.hash(form.password);
  await services.db.transaction((tx) => setAdminAsOperator(tx, { email: form.email, passwordHash, at: services.now() }));
  return granted(null);
}

type NewAdmin = { email: string; passwordHash: string; at: Date };

/** Step: the same, noted as done by who runs the machine. [S6.8] */
export async function setAdminAsOperator(tx: Tx, admin: NewAdmin): Promise<void> {
  const { userId, hadFactor } = await setAdmin(tx, admin);
  const subject = { kind: "account", id: userId, name: admin.email } as const;
  if (hadFactor) await noteDeed(tx, operator, { deed: "second-factor-reset", subject }, admin.at);
  await noteDeed(tx, operator, { deed: "admin-set-up", subject }, admin.at);
}

/** Step: an enabled admin with this address and password and no second factor, whatever was there before; the account's sessions end. [S6.8] */
export async function setAdmin(tx: Tx, { email, passwordHash, at }: NewAdmin): Promise<{ userId: string; hadFactor: boolean }> {
  const times = { createdAt: at, updatedAt: at };
  const [user] = await tx
    .insert(users)
    .values({ id: newId(), name: displayNameOf(email), email, emailVerified: false, role: "admin", disabled: false, ...times })
    .onConflictDoUpdate({ target: users.email, set: { role: "admin", disabled: false, updatedAt: at } })
    .returning({ id: users.id });
  if (!user) throw new Error("an admin's account was neither created nor found");

  const hadFactor = await dropSecondFactor(tx, user.id);
  await setPassword(tx, { userId: user.id, passwordHash, at });
  await endSessions(tx, user.id);
  return { userId: user.id, hadFactor };
}

/** Step: refuses `lastAdmin` when no other enabled admin would be left. Holds the admins' rows, so two at once cannot remove each other. [S6.8] */
export async function refuseLastAdmin(tx: Tx, userId: string): Promise<Result<null, "lastAdmin">> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.role} = 'admin' and not ${users.disabled}`)
    .orderBy(users.id)
    .for("update");
  const isLast = admins.length === 1 && admins[0]?.id === userId;
  return isLast ? refused("lastAdmin") : granted(null);
}
