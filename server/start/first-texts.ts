import { sql } from "drizzle-orm";
import { languages, textsIn } from "#messages/languages.ts";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Database } from "#platform/database/open.server.ts";
import { shopSettings } from "#shop/settings/tables.server.ts";

/**
 * Gives a new shop its description in every language, until the owner writes another one. Once for
 * each database, whichever machine starts on it first; `owner` is a connection of its owner.
 * [S11.2]
 */
export async function writeFirstTexts(owner: Database): Promise<void> {
  const written = languages.map((language) => [language, { blurb: textsIn(language, "pageDrafts")("firstBlurb") }] as const);
  const { en, ...translations } = Object.fromEntries(written);
  await inTransaction(owner, async (tx) => {
    const { rows } = await tx.execute(
      sql`update start_steps set finished_at = now() where name = 'first texts' and finished_at is null returning name`,
    );
    if (rows.length > 0) await tx.update(shopSettings).set({ ...en, translations });
  });
}
