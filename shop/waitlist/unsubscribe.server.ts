import { eq, inArray } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { waitlist } from "./tables.server.ts";
import { addressFingerprints, isUnsubscribeKey } from "./waitlist-tokens.server.ts";

type Needs = Pick<Services, "db" | "vault">;
type Link = { entryId: string; key: string };

/** Whether a link to unsubscribe works: its address is still on the waitlist. [S12.9] */
export async function isUnsubscribeLink(services: Needs, link: Link): Promise<boolean> {
  return (await addressOf(services, link)) !== null;
}

/**
 * Removes an address from the waitlist of every product by the link in an email to it. Refuses
 * `waitlistLinkInvalid`. [S12.9]
 */
export async function unsubscribe(services: Needs, link: Link): Promise<Result<null, "waitlistLinkInvalid">> {
  const email = await addressOf(services, link);
  if (email === null) return refused("waitlistLinkInvalid");
  await services.db.delete(waitlist).where(inArray(waitlist.emailFingerprint, addressFingerprints(services, email)));
  return ok(null);
}

async function addressOf(services: Needs, { entryId, key }: Link): Promise<string | null> {
  if (!isUnsubscribeKey(services, entryId, key)) return null;
  const [entry] = await services.db.select({ email: waitlist.email }).from(waitlist).where(eq(waitlist.id, entryId));
  return entry ? services.vault.decrypt(entry.email) : null;
}
