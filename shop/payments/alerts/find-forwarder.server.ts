import { and, eq, lt, or, sql } from "drizzle-orm";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { alertForwarders } from "../tables.server.ts";
import { FORWARDER_SECRET_PREFIX } from "./constants.ts";

/** A forwarder that passes something on. */
export type Forwarder = Pick<typeof alertForwarders.$inferSelect, "id" | "senders" | "accountDigits" | "madeBy">;

/**
 * Finds the forwarder with a secret, and notes that it was heard. Null for an unknown secret, and
 * while the account that added it is not an enabled owner's. [S16.1] [S16.2]
 */
export async function hearForwarder({ db, now }: Pick<Services, "db" | "now">, secret: string): Promise<Forwarder | null> {
  if (!secret.startsWith(FORWARDER_SECRET_PREFIX)) return null;
  const { id, senders, accountDigits, madeBy, heardAt } = alertForwarders;
  const [found] = await db
    .select({ id, senders, accountDigits, madeBy, heardAt })
    .from(alertForwarders)
    .where(
      and(
        eq(alertForwarders.secretHash, sha256(secret)),
        sql`exists (select from users u where u.id = ${madeBy} and u.role = 'admin' and not u.disabled)`,
      ),
    );
  if (!found) return null;
  const { heardAt: heardBefore, ...forwarder } = found;
  const at = now();
  const longAgo = new Date(at.getTime() - MINUTE_MS);
  if (heardBefore === null || heardBefore < longAgo)
    await db
      .update(alertForwarders)
      .set({ heardAt: at })
      .where(and(eq(id, found.id), or(sql`${heardAt} is null`, lt(heardAt, longAgo))));
  return forwarder;
}
