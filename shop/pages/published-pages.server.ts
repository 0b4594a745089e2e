import { isNotNull } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { PublishedPage } from "./page.ts";
import { pages } from "./tables.server.ts";

/** A per-process cache of the published pages, which every page of the shop links to. */
export type PagesCache = {
  read(): Promise<PublishedPage[]>;
  /** Makes the next read query the database. */
  forget(): void;
};

/** Creates the cache, which is invalidated whenever any process changes a page. */
export function openPages({ db, live }: Pick<Services, "db" | "live">): PagesCache {
  let cached: Promise<PublishedPage[]> | null = null;
  const forget = () => {
    cached = null;
  };
  live.follow("pages", forget);

  function read(): Promise<PublishedPage[]> {
    if (cached) return cached;
    const reading = load(db);
    cached = reading;
    reading.catch(() => {
      if (cached === reading) forget();
    });
    return reading;
  }
  return { read, forget };
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
