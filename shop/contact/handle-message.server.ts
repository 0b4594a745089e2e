import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { lockMessage } from "./lock-message.server.ts";
import { MESSAGES } from "./send-message.server.ts";
import { contactMessages } from "./tables.server.ts";

/** Marks a message as handled or open. Does nothing if it already is. [S2.27] */
export async function handleMessage(
  services: Pick<Services, "db" | "now">,
  actor: Actor,
  id: string,
  { handled }: { handled: boolean },
): Promise<Result<null, "rightMissing" | "messageNotFound">> {
  if (!may(actor, "answer-buyers")) return rightMissing("answer-buyers");

  return inTransaction(services.db, async (tx) => {
    const message = await lockMessage(tx, id);
    if (!message) return refused("messageNotFound");
    if ((message.handledAt !== null) === handled) return ok(null);

    const now = services.now();
    await tx
      .update(contactMessages)
      .set({ handledAt: handled ? now : null })
      .where(eq(contactMessages.id, id));
    const subject = { kind: "message", id, name: message.name } as const;
    await recordAction(tx, actor, { action: handled ? "message-handled" : "message-reopened", subject }, now);
    await announce(tx, MESSAGES);
    return ok(null);
  });
}
