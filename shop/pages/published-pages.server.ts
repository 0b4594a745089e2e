import { isNotNull } from "drizzle-orm";
import { type CachedValue, cacheValue } from "#platform/live/cached-value.ts";
import type { Services } from "#platform/provides.ts";
import type { PublishedPage } from "./page.ts";
import { pages } from "./tables.server.ts";

/** A per-process cache of the published pages, which every page of the shop links to. */
export type PagesCache = CachedValue<PublishedPage[]>;

/** Creates the cache, which is invalidated whenever any process changes a page. */
export function openPages({ db, live }: Pick<Services, "db" | "live">): PagesCache {
  return cacheValue(live, "pages", () => load(db));
}

async function load(db: Services["db"]): Promise<PublishedPage[]> {
  const { slug, language, title, html, publishedAt } = pages;
  const rows = await db
    .select({ slug, language, title, html, publishedAt })
    .from(pages)
    .where(isNotNull(publishedAt))
    .orderBy(slug, language);
  return rows.flatMap(({ publishedAt: at, ...page }) => (at ? [{ ...page, publishedAt: at }] : []));
}
