import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import type { EditedPage, PageSlug } from "./page.ts";
import { pages } from "./tables.server.ts";

/** Returns the saved texts of one page, or of all, drafts too. One query. For admins. [S10.14] */
export function readEditedPages({ db }: Pick<Services, "db">, actor: Actor, slug?: PageSlug): Promise<EditedPage[]> {
  requireRight(actor, "own-shop");
  return db
    .select()
    .from(pages)
    .where(slug && eq(pages.slug, slug))
    .orderBy(pages.slug, pages.language);
}
