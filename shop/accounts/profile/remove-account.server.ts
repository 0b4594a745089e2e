import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { users } from "./tables.server.ts";

/** Step: takes an account away, and with it its password, sessions, reset link and letters. Lock it first. [S6.8] */
export async function removeAccount(tx: Tx, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId));
}
