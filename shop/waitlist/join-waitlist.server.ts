import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { buyerIdOf, type Visitor } from "#shop/accounts/visitor.ts";
import { type ProductOnSale, shownIn } from "#shop/catalogue/product.ts";
import { type QueueNeeds, queueing } from "#shop/emails/queue-email.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { waitlistLimits } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin, inNetworks } from "#shop/settings/within-limits.server.ts";
import { findProductOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { CONFIRM_LINK_VALID_MS } from "./constants.ts";
import { waitlist } from "./tables.server.ts";
import type { WaitlistForm } from "./waitlist-form.ts";
import { addressFingerprint, addressFingerprints, confirmTokenOf } from "./waitlist-tokens.server.ts";

type Needs = Pick<Services, "db" | "settings" | "waits" | "isPublic"> & QueueNeeds;

/** Which product is waited for, and where the visitor comes from. */
type Asked = { productId: string; network: string; language: string };

/**
 * Leaves an address for a sold-out product and emails it a link that confirms it; an older link
 * stops working. The answer and the email are the same whether or not the address is known.
 * Refuses `mailNotSetUp`, `productNotFound`, `sampleNotForSale`, `productInStock` and
 * `tooManyRequests`. [S12.9]
 */
export async function joinWaitlist(
  services: Needs,
  visitor: Visitor,
  { email }: WaitlistForm,
  { productId, network, language }: Asked,
): Promise<Result<null>> {
  if (!services.mail.isOn) return refused("mailNotSetUp");
  const product = await findProductOnSale(services, productId);
  if (!product) return refused("productNotFound");
  if (product.isSample && services.isPublic) return refused("sampleNotForSale");
  if (product.available > 0) return refused("productInStock");
  const allowed = await countWithin(services, inNetworks(waitlistLimits(await readSettings(services), network, email), network));
  if (!allowed.ok) return allowed;

  await inTransaction(services.db, (tx) => enter(services, tx, { product, email, language, userId: buyerIdOf(visitor) }));
  return ok(null);
}

type Entry = { product: ProductOnSale; email: string; language: string; userId: string | null };

async function enter(services: Needs, tx: Tx, { product, email, language, userId }: Entry): Promise<void> {
  const [now, id, emailId] = [services.now(), randomUUID(), randomUUID()];
  const tokenExpiresAt = new Date(now.getTime() + CONFIRM_LINK_VALID_MS);
  const link = { tokenHash: sha256(confirmTokenOf(services, emailId)), tokenExpiresAt };
  const emailFingerprint = addressFingerprint(services, email);
  const asNew = { language, userId, createdAt: now, confirmedAt: null, notifiedAt: null, storedUntil: tokenExpiresAt };
  const known = await lockEntry(tx, product.id, addressFingerprints(services, email));
  const isWaiting = known !== null && known.confirmedAt !== null && known.notifiedAt === null;
  // An entry that waits keeps its place, and its account: only its link is new.
  const change = { ...link, emailFingerprint, ...(isWaiting ? {} : asNew) };
  const [entry] = known
    ? await tx.update(waitlist).set(change).where(eq(waitlist.id, known.id)).returning({ id: waitlist.id })
    : await tx
        .insert(waitlist)
        .values({
          ...asNew,
          ...link,
          id,
          productId: product.id,
          email: services.vault.encrypt(placeOf("waitlist.email", id), email),
          emailFingerprint,
        })
        .onConflictDoUpdate({ target: [waitlist.productId, waitlist.emailFingerprint], set: link })
        .returning({ id: waitlist.id });
  if (!entry) throw new Error("an address was not entered");

  const facts = { entryId: entry.id, product: shownIn(language, product).name };
  const about = userId === null || isWaiting ? {} : { userId };
  await tx.execute(queueing(services, [{ id: emailId, kind: "waitlist-confirm", to: { email }, facts, ...about }]));
}

async function lockEntry(tx: Tx, productId: string, fingerprints: Buffer[]) {
  const { id, confirmedAt, notifiedAt } = waitlist;
  const [entry] = await tx
    .select({ id, confirmedAt, notifiedAt })
    .from(waitlist)
    .where(and(eq(waitlist.productId, productId), inArray(waitlist.emailFingerprint, fingerprints)))
    .orderBy(sql`${waitlist.createdAt}`)
    .limit(1)
    .for("update");
  return entry ?? null;
}
