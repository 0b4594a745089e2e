import { and, eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { users } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";

/**
 * Stores the language of the visitor's account, for its pages on every device and its emails. Does
 * nothing for a guest, whose choice is in a cookie. [S11.1]
 */
export async function changeLanguage({ db }: Pick<Services, "db">, visitor: Visitor, language: string): Promise<void> {
  if (visitor.kind === "guest" || visitor.language === language) return;

  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, visitor.userId), sql`${users.language} is distinct from ${language}`));
}
