import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { newId } from "../new-id.server.ts";
import { credentials, passwordResets } from "../tables.server.ts";

/** Sets an account's password, whether or not it had one, and voids its reset link. [S2.17] */
export async function setPassword(tx: Tx, { userId, passwordHash, at }: { userId: string; passwordHash: string; at: Date }): Promise<void> {
  const times = { createdAt: at, updatedAt: at };
  await tx
    .insert(credentials)
    .values({ id: newId(), providerId: "credential", accountId: userId, userId, password: passwordHash, ...times })
    .onConflictDoUpdate({ target: [credentials.providerId, credentials.accountId], set: { password: passwordHash, updatedAt: at } });
  await voidReset(tx, userId);
}

/** Voids an account's reset link. [S2.17] */
export async function voidReset(tx: Tx, userId: string): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
}
