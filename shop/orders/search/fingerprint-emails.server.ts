import { sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";

/** How many addresses one transaction fingerprints. */
const AT_ONCE = 500;

/**
 * Fingerprints the email addresses of orders that have none yet, so that a search finds the orders;
 * at most `most` of them. Several processes share the work. Returns how many there were. [S12.3]
 */
export async function fingerprintEmails(
  services: Pick<Services, "db" | "vault">,
  { signal, most = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; most?: number } = {},
): Promise<number> {
  let done = 0;
  while (done < most && !signal?.aborted) {
    const count = await fingerprintSome(services, Math.min(AT_ONCE, most - done));
    done += count;
    if (count < AT_ONCE) break;
  }
  return done;
}

async function fingerprintSome({ db, vault }: Pick<Services, "db" | "vault">, most: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string; email: Buffer }>(
      sql`select id, email from orders where email is not null and email_print is null order by id limit ${most} for update skip locked`,
    );
    if (rows.length === 0) return 0;
    const prints = rows.map(({ id, email }) => emailFingerprints({ vault }, vault.decrypt(placeOf("orders.email", id), email))[0] ?? null);
    await tx.execute(sql`update orders set email_print = made.print
      from unnest(${sql.param(rows.map(({ id }) => id))}::text[], ${sql.param(prints)}::bytea[]) as made (id, print) where orders.id = made.id`);
    return rows.length;
  });
}

/**
 * The fingerprints of an email address, whatever its case: under the current secret, then under
 * earlier ones.
 */
export function emailFingerprints({ vault }: Pick<Services, "vault">, email: string): Buffer[] {
  return vault.fingerprints(`order email\n${email.trim().toLowerCase()}`);
}
