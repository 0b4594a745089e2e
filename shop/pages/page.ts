/** The pages that an owner writes, in the order in which they are listed. [S10.14] */
export const pageSlugs = ["terms", "privacy", "refunds", "delivery", "about"] as const;
export type PageSlug = (typeof pageSlugs)[number];

/** The text of a page in one language. The HTML is sanitized. */
export type PageText = { title: string; html: string };

/** A text that visitors see, and since when. */
export type PublishedPage = PageText & { slug: PageSlug; language: string; publishedAt: Date };

/** A page's text as the owner edits it. A page that was never saved has no `updatedAt`. */
export type EditedPage = PageText & { slug: PageSlug; language: string; publishedAt: Date | null; updatedAt: Date | null };

/** Whether a text names one of the pages. */
export function isPageSlug(text: string): text is PageSlug {
  return (pageSlugs as readonly string[]).includes(text);
}

/**
 * The published pages for a visitor, one per slug and in the order of `pageSlugs`: in their
 * language, else in the shop's, else in another. [S11.2]
 */
export function pagesFor(published: readonly PublishedPage[], languages: readonly string[]): PublishedPage[] {
  return pageSlugs.flatMap((slug) => pageFor(published, slug, languages) ?? []);
}

/**
 * One published page in the first of these languages that it has, else in another; or null. [S11.2]
 */
export function pageFor(published: readonly PublishedPage[], slug: PageSlug, languages: readonly string[]): PublishedPage | null {
  const texts = published.filter((page) => page.slug === slug);
  const wanted = languages.map((language) => texts.find((page) => page.language === language));
  return wanted.find((page) => page !== undefined) ?? texts[0] ?? null;
}
