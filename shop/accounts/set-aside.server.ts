import { and, eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/vault.server.ts";
import type { AskingAdmin } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { endSessions } from "./end-sessions.server.ts";
import { voidReset } from "./set-password.server.ts";
import { setAsideAccounts, users } from "./tables.server.ts";

const DIGITS = 24;

/** The address that stands for one that an account does not have: nobody's, for ever, and each account's own. */
export function noAddressOf(userId: string): string {
  return `set-aside-${sha256(userId).toString("hex").slice(0, DIGITS)}@moved.invalid`;
}

/**
 * Step: takes its address from a customer's account, because another one is to have it. It keeps its orders; its sessions and its reset link end, and nobody logs in
 * to it. Noted as the deed of whoever moves in. False where it is an admin by now: then nothing is done. [S4.10] [S6.3]
 */
export async function setAside(tx: Tx, by: AskingAdmin, userId: string, at: Date): Promise<boolean> {
  const isCustomers = and(eq(users.id, userId), eq(users.role, "customer"));
  const [account] = await tx.select({ email: users.email }).from(users).where(isCustomers).for("update");
  if (!account) return false;

  await tx.insert(setAsideAccounts).values({ userId, email: account.email, setAsideAt: at });
  await tx
    .update(users)
    .set({ email: noAddressOf(userId), disabled: true, updatedAt: at })
    .where(eq(users.id, userId));
  await voidReset(tx, userId);
  await endSessions(tx, userId);
  await noteDeed(tx, by, { deed: "account-set-aside", subject: { kind: "account", id: userId, name: account.email } }, at);
  return true;
}
