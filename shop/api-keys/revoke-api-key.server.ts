import { and, eq, isNull } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { accountTopic } from "#shop/accounts/account-topic.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { apiKeys } from "./tables.server.ts";

/**
 * Revokes any admin's API key for good: its next call is refused, and its event streams are closed.
 * Revoking it again does nothing. For admins.
 */
export async function revokeApiKey(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  id: string,
): Promise<Result<{ name: string }, "rightMissing" | "apiKeyNotFound">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");

  return inTransaction(services.db, async (tx) => {
    const at = services.now();
    const revoked = { name: apiKeys.name, userId: apiKeys.userId };
    const [key] = await tx
      .update(apiKeys)
      .set({ revokedAt: at })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning(revoked);
    if (key) {
      await recordAction(tx, visitor, { action: "api-key-revoked", subject: { kind: "apiKey", id, name: key.name } }, at);
      await announce(tx, accountTopic(key.userId));
      return ok({ name: key.name });
    }
    const [before] = await tx.select(revoked).from(apiKeys).where(eq(apiKeys.id, id));
    return before ? ok({ name: before.name }) : refused("apiKeyNotFound");
  });
}
