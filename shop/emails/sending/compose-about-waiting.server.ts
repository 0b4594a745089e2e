import { eq } from "drizzle-orm";
import type { Texts } from "#messages/texts.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { isSame, sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { textIn } from "#shop/translations.ts";
import { CONFIRM_LINK_VALID_DAYS } from "#shop/waitlist/constants.ts";
import { waitlist } from "#shop/waitlist/tables.server.ts";
import { confirmTokensOf, unsubscribeKeyOf } from "#shop/waitlist/waitlist-tokens.server.ts";
import type { Email, EmailLook } from "../email-body.ts";
import { backInStockEmail, waitlistConfirmEmail } from "../email-texts.ts";
import type { EmailRow } from "../tables.server.ts";

type Needs = { db: Pick<Tx, "select"> } & Pick<Services, "vault" | "now">;
type AboutWaiting = Pick<EmailRow, "id" | "facts"> & { kind: "waitlist-confirm" | "back-in-stock" };
type Written = { email: Email; isNeeded: boolean; unsubscribeLink: string };
type InLanguage = (language: string) => { texts: Texts<"emails">; shopName: string; look: EmailLook; language: string };

/**
 * Composes an email to an address on the waitlist, in the language that its visitor had, with a
 * link to unsubscribe. Null if the address was removed from the waitlist. [S12.9] [S11.1]
 */
export async function composeAboutWaiting(
  services: Needs,
  row: AboutWaiting,
  inLanguage: InLanguage,
  origin: string,
): Promise<Written | null> {
  const { id, name, language, translations, hiddenAt, deletedAt } = products;
  const [found] = await services.db
    .select({ entry: waitlist, product: { id, name, language, translations, hiddenAt, deletedAt } })
    .from(waitlist)
    .innerJoin(products, eq(id, waitlist.productId))
    .where(eq(waitlist.id, row.facts.entryId ?? ""));
  if (!found) return null;

  const { entry, product } = found;
  const shop = inLanguage(entry.language);
  const unsubscribeLink = `${origin}/waitlist/unsubscription/${entry.id}/${unsubscribeKeyOf(services, entry.id)}`;
  const about = { ...shop, product: textIn<"name">(product, "name", shop.language).text, unsubscribeLink };
  if (row.kind === "back-in-stock") {
    const email = backInStockEmail({ ...about, link: `${origin}/product/${encodeURIComponent(product.id)}` });
    return { email, isNeeded: product.hiddenAt === null && product.deletedAt === null, unsubscribeLink };
  }
  const { tokenHash, tokenExpiresAt } = entry;
  const token = confirmTokensOf(services, row.id).find((token) => tokenHash && isSame(sha256(token), tokenHash));
  const isNeeded = token !== undefined && tokenExpiresAt !== null && tokenExpiresAt > services.now();
  const link = `${origin}/waitlist/confirmation/${token ?? ""}`;
  return { email: waitlistConfirmEmail({ ...about, link, days: CONFIRM_LINK_VALID_DAYS }), isNeeded, unsubscribeLink };
}
