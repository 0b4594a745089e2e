import { and, eq, isNull } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { accountTopic } from "#shop/accounts/account-topic.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { apiKeys } from "./tables.server.ts";

/** Revokes an API key for good, whoever made it: its next call is refused, and what follows events with it is cut off. Once is enough. For admins. */
export async function revokeApiKey(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  id: string,
): Promise<Result<{ name: string }, "adminsOnly" | "apiKeyNotFound">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  return services.db.transaction(async (tx) => {
    const at = services.now();
    const revoked = { name: apiKeys.name, userId: apiKeys.userId };
    const [key] = await tx
      .update(apiKeys)
      .set({ revokedAt: at })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning(revoked);
    if (key) {
      await noteDeed(tx, visitor, { deed: "api-key-revoked", subject: { kind: "apiKey", id, name: key.name } }, at);
      await announce(tx, accountTopic(key.userId));
      return granted({ name: key.name });
    }
    const [before] = await tx.select(revoked).from(apiKeys).where(eq(apiKeys.id, id));
    return before ? granted({ name: before.name }) : refused("apiKeyNotFound");
  });
}
