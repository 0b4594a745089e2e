import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { recoveryCodes, secondFactors } from "../tables.server.ts";

/**
 * Removes an account's second factor and recovery codes; false if it had none. The caller must lock
 * the account first.
 */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const dropped = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning({ userId: secondFactors.userId });
  return dropped.length > 0;
}
