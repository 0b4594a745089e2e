import { languages, textsIn } from "#messages/languages.ts";
import type { Services } from "#platform/provides.ts";
import { shopSettings } from "#shop/settings/tables.server.ts";

/**
 * Gives a new shop its description in every language, until the owner writes another one. Runs
 * once, when the database is created. [S11.2]
 */
export async function writeFirstTexts({ db }: Pick<Services, "db">): Promise<void> {
  const written = languages.map((language) => [language, { blurb: textsIn(language, "pageDrafts")("firstBlurb") }] as const);
  const { en, ...translations } = Object.fromEntries(written);
  await db.update(shopSettings).set({ ...en, translations });
}
