import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { users } from "./tables.server.ts";

/** An account as whoever changes it sees it. */
export type LockedAccount = { id: string; email: string; role: "customer" | "admin"; disabled: boolean };

/** Step: locks an account's row until the transaction ends; null when there is none. Nothing is locked after it but its own rows. [S6.8] */
export async function lockAccount(tx: Tx, userId: string): Promise<LockedAccount | null> {
  const [account] = await tx
    .select({ id: users.id, email: users.email, role: users.role, disabled: users.disabled })
    .from(users)
    .where(eq(users.id, userId))
    .for("update");
  return account ?? null;
}
