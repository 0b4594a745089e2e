import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Right } from "#shop/rights.ts";
import type { Role } from "./role.ts";
import { users } from "./tables.server.ts";

/** The columns of an account that matter when it is changed. */
export type LockedAccount = { id: string; email: string; role: Role; rights: Right[]; disabled: boolean };

/**
 * Locks an account's row until the transaction ends; null if there is none. Accounts come last in
 * the lock order: after this, lock only rows that belong to the account. [S6.8]
 */
export async function lockAccount(tx: Tx, userId: string): Promise<LockedAccount | null> {
  const [account] = await tx
    .select({ id: users.id, email: users.email, role: users.role, rights: users.rights, disabled: users.disabled })
    .from(users)
    .where(eq(users.id, userId))
    .for("update");
  return account ?? null;
}
