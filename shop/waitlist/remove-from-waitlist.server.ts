import { asc, eq, inArray, or } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { waitlist } from "./tables.server.ts";
import { addressFingerprints } from "./waitlist-tokens.server.ts";

/**
 * Locks an account's entries on the waitlist and returns their ids: those that it left, and those
 * of its address. Locked before the account, as where emails are queued. [S12.9]
 */
export async function lockEntriesOf(
  services: Pick<Services, "vault">,
  tx: Tx,
  { userId, email }: { userId: string; email: string },
): Promise<string[]> {
  const ofAddress = inArray(waitlist.emailFingerprint, addressFingerprints(services, email));
  const rows = await tx
    .select({ id: waitlist.id })
    .from(waitlist)
    .where(or(eq(waitlist.userId, userId), ofAddress))
    .orderBy(asc(waitlist.createdAt), asc(waitlist.id))
    .for("update");
  return rows.map(({ id }) => id);
}

/** Removes these entries from the waitlist. */
export async function removeFromWaitlist(tx: Pick<Tx, "delete">, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(waitlist).where(inArray(waitlist.id, ids));
}
