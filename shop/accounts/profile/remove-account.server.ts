import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { users } from "../tables.server.ts";

/**
 * Deletes an account with its password, sessions, reset link and emails. The caller must lock it
 * first. [S6.8]
 */
export async function removeAccount(tx: Tx, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId));
}
