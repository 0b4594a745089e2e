import { and, eq, isNotNull, isNull, max } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { PageText } from "./page.ts";
import { pages, termsVersions } from "./tables.server.ts";

type Texts = Record<string, PageText>;

/**
 * Records the published texts of the terms as a new version if they differ from the version in
 * force, which ends. Without a published text none is in force. The caller has locked the pages.
 * [S10.14]
 */
export async function recordTerms(tx: Tx, now: Date): Promise<void> {
  const rows = await tx
    .select()
    .from(pages)
    .where(and(eq(pages.slug, "terms"), isNotNull(pages.publishedAt)));
  const texts: Texts = Object.fromEntries(rows.map(({ language, title, html }) => [language, { title, html }]));
  const [inForce] = await tx.select().from(termsVersions).where(isNull(termsVersions.endedAt));
  if (areSame(inForce?.texts ?? {}, texts)) return;

  const endedAt = inForce && (inForce.publishedAt > now ? inForce.publishedAt : now);
  if (inForce) await tx.update(termsVersions).set({ endedAt }).where(eq(termsVersions.number, inForce.number));
  if (rows.length === 0) return;
  const [last] = await tx.select({ number: max(termsVersions.number) }).from(termsVersions);
  await tx.insert(termsVersions).values({ number: (last?.number ?? 0) + 1, texts, publishedAt: now });
}

function areSame(one: Texts, other: Texts): boolean {
  const languages = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...languages].every(
    (language) => one[language]?.title === other[language]?.title && one[language]?.html === other[language]?.html,
  );
}
