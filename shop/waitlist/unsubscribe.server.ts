import { eq, inArray } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { waitlist } from "./tables.server.ts";
import { addressFingerprints, isUnsubscribeKey } from "./waitlist-tokens.server.ts";

type Needs = Pick<Services, "db" | "vault">;
type Link = { entryId: string; key: string };

/**
 * What a link to unsubscribe would do: remove its address, or nothing because the address is gone
 * already. Null if the shop never sent such a link. [S12.9]
 */
export async function findUnsubscribeLink(services: Needs, link: Link): Promise<"open" | "done" | null> {
  if (!isUnsubscribeKey(services, link.entryId, link.key)) return null;
  return (await addressOf(services, link)) === null ? "done" : "open";
}

/**
 * Removes an address from the waitlist of every product by the link in an email to it. A second
 * time it changes nothing, because mail programs send it again. Refuses `waitlistLinkInvalid`.
 * [S12.9]
 */
export async function unsubscribe(services: Needs, link: Link): Promise<Result<null, "waitlistLinkInvalid">> {
  if (!isUnsubscribeKey(services, link.entryId, link.key)) return refused("waitlistLinkInvalid");
  const email = await addressOf(services, link);
  if (email === null) return ok(null);
  await services.db.delete(waitlist).where(inArray(waitlist.emailFingerprint, addressFingerprints(services, email)));
  return ok(null);
}

async function addressOf(services: Needs, { entryId }: Link): Promise<string | null> {
  const [entry] = await services.db.select({ email: waitlist.email }).from(waitlist).where(eq(waitlist.id, entryId));
  return entry ? services.vault.decrypt(placeOf("waitlist.email", entryId), entry.email) : null;
}
