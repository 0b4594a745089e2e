import { sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { operator } from "#shop/audit/operator.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "../refusal.ts";
import { type Credentials, displayNameOf } from "./account-forms.ts";
import { newId } from "./new-id.server.ts";
import { checkNewPassword, type WeakPassword } from "./passwords/check-new-password.server.ts";
import { setPassword } from "./passwords/set-password.server.ts";
import { dropSecondFactor } from "./second-factor/drop-second-factor.server.ts";
import { endSessions } from "./sessions/end-sessions.server.ts";
import type { Auth } from "./sign-in/auth.server.ts";
import { users } from "./tables.server.ts";

/**
 * Makes an admin from the command line: creates or promotes the account, sets its password, removes
 * its second factor and ends its sessions. Records the action. Refuses a weak password. [S6.8]
 */
export async function makeAdmin(
  services: Pick<Services, "db" | "settings" | "now">,
  auth: Auth,
  form: Pick<Credentials, "email" | "password">,
): Promise<Result<null, WeakPassword>> {
  const fit = await checkNewPassword(services, form);
  if (!fit.ok) return fit;

  const passwordHash = await auth.hash(form.password);
  await inTransaction(services.db, (tx) => setAdminAsOperator(tx, { email: form.email, passwordHash, at: services.now() }));
  return ok(null);
}

type NewAdmin = { email: string; passwordHash: string; at: Date };

/** Makes an admin and records it as done by the operator. [S6.8] */
export async function setAdminAsOperator(tx: Tx, admin: NewAdmin): Promise<void> {
  const { userId, hadFactor } = await setAdmin(tx, admin);
  const subject = { kind: "account", id: userId, name: admin.email } as const;
  if (hadFactor) await recordAction(tx, operator, { action: "second-factor-reset", subject }, admin.at);
  await recordAction(tx, operator, { action: "admin-set-up", subject }, admin.at);
}

/**
 * Creates or promotes an enabled admin with this address and password and without a second factor,
 * and ends the account's sessions. [S6.8]
 */
export async function setAdmin(tx: Tx, { email, passwordHash, at }: NewAdmin): Promise<{ userId: string; hadFactor: boolean }> {
  const times = { createdAt: at, updatedAt: at };
  const [user] = await tx
    .insert(users)
    .values({ id: newId(), name: displayNameOf(email), email, emailVerified: false, role: "admin", disabled: false, ...times })
    .onConflictDoUpdate({ target: users.email, set: { role: "admin", rights: [], disabled: false, updatedAt: at } })
    .returning({ id: users.id });
  if (!user) throw new Error("an admin's account was neither created nor found");

  const hadFactor = await dropSecondFactor(tx, user.id);
  await setPassword(tx, { userId: user.id, passwordHash, at });
  await endSessions(tx, user.id);
  return { userId: user.id, hadFactor };
}

/**
 * Refuses `lastAdmin` if no other enabled admin would be left. Locks the admins' rows, so that two
 * admins cannot remove each other at the same time. [S6.8]
 */
export async function refuseLastAdmin(tx: Tx, userId: string): Promise<Result<null, "lastAdmin">> {
  return othersThan(await lockOwners(tx), userId);
}

/** Refuses `lastAdmin` if nobody but this account is among the enabled owners. */
export function othersThan(owners: string[], userId: string): Result<null, "lastAdmin"> {
  return owners.length === 1 && owners[0] === userId ? refused("lastAdmin") : ok(null);
}

/** Locks the rows of all enabled owners, and returns their ids. */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.role} = 'admin' and not ${users.disabled}`)
    .orderBy(users.id)
    .for("update");
  return owners.map(({ id }) => id);
}
