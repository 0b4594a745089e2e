import { and, eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { voidReset } from "#shop/accounts/passwords/set-password.server.ts";
import { endSessions } from "#shop/accounts/sessions/end-sessions.server.ts";
import { users, withdrawnAccounts } from "#shop/accounts/tables.server.ts";
import type { ActingAdmin } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";

const DIGITS = 24;

/**
 * A placeholder address for an account without one: unique to the account and never deliverable.
 */
export function noAddressOf(userId: string): string {
  return `withdrawn-${sha256(userId).toString("hex").slice(0, DIGITS)}@moved.invalid`;
}

/**
 * Withdraws a customer's account, because another account gets its address. It keeps its orders,
 * but its sessions and its reset link end and nobody can log in. Recorded as an action of whoever
 * imports. Returns false, and changes nothing, if the account is or was an admin's. [S4.10] [S6.3]
 */
export async function withdrawAccount(tx: Tx, by: ActingAdmin, userId: string, at: Date): Promise<boolean> {
  const isCustomers = and(eq(users.id, userId), eq(users.wasAdmin, false));
  const [account] = await tx.select({ email: users.email }).from(users).where(isCustomers).for("update");
  if (!account) return false;

  await tx.insert(withdrawnAccounts).values({ userId, email: account.email, withdrawnAt: at });
  await tx
    .update(users)
    .set({ email: noAddressOf(userId), disabled: true, updatedAt: at })
    .where(eq(users.id, userId));
  await voidReset(tx, userId);
  await endSessions(tx, userId);
  await recordAction(tx, by, { action: "account-withdrawn", subject: { kind: "account", id: userId, name: account.email } }, at);
  return true;
}
