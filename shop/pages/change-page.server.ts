import { and, eq, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { cleanHtml } from "#shop/catalogue/description.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { PAGE_HTML_MAX_LENGTH } from "./constants.ts";
import type { EditedPage, PageSlug } from "./page.ts";
import type { PageForm } from "./page-form.ts";
import { recordTerms } from "./record-terms.server.ts";
import { pages } from "./tables.server.ts";

type Refusals = "rightMissing" | "fieldTooLong" | "pageTextRequired" | "pageChangedMeanwhile";

/**
 * Saves a page's text in one language, and publishes or withdraws it. The HTML is sanitized.
 * `publishedAt` is the time at which this text was published. A new text of the published terms is
 * a new version of them. Refuses `pageTextRequired` for a published page without text, and
 * `pageChangedMeanwhile` if it changed since `seenAt` (null: it was never saved); without `seenAt`
 * the last admin to save wins. For admins. [S10.14]
 */
export async function changePage(
  services: Pick<Services, "db" | "pages" | "now">,
  actor: Actor,
  { slug, language }: { slug: PageSlug; language: string },
  form: PageForm,
  seenAt?: Date | null,
): Promise<Result<EditedPage, Refusals>> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  const html = cleanHtml(form.html);
  if (html.length > PAGE_HTML_MAX_LENGTH) return about(refused("fieldTooLong", { n: PAGE_HTML_MAX_LENGTH }), "html");
  if (form.isPublished && html === "") return about(refused("pageTextRequired"), "html");

  const now = services.now();
  const changed = await inTransaction(services.db, async (tx): Promise<Result<EditedPage, Refusals>> => {
    // Two admins may save different languages of the terms at once, which make one version.
    await tx.execute(sql`lock table ${pages} in share row exclusive mode`);
    const [before] = await tx
      .select()
      .from(pages)
      .where(and(eq(pages.slug, slug), eq(pages.language, language)));
    const isSame = before?.title === form.title && before.html === html && (before.publishedAt !== null) === form.isPublished;
    if (before && isSame) return ok(before);
    if (seenAt !== undefined && seenAt?.getTime() !== before?.updatedAt.getTime()) return refused("pageChangedMeanwhile");

    const page = { slug, language, title: form.title, html, publishedAt: form.isPublished ? now : null, updatedAt: now };
    await tx
      .insert(pages)
      .values(page)
      .onConflictDoUpdate({ target: [pages.slug, pages.language], set: page });
    if (slug === "terms") await recordTerms(tx, now);
    await recordChange(tx, actor, page, before ?? null);
    await announce(tx, "pages");
    return ok(page);
  });
  services.pages.forget();
  return changed;
}

async function recordChange(
  tx: Tx,
  actor: ActingAdmin,
  page: EditedPage & { updatedAt: Date },
  before: { publishedAt: Date | null } | null,
): Promise<void> {
  const wasPublished = before !== null && before.publishedAt !== null;
  const isPublished = page.publishedAt !== null;
  const action = wasPublished === isPublished ? "page-changed" : isPublished ? "page-published" : "page-withdrawn";
  const subject = { kind: "settings", id: `page:${page.slug}`, name: page.title } as const;
  await recordAction(tx, actor, { action, subject, facts: { language: page.language } }, page.updatedAt);
}
