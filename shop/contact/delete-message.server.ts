import { eq } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { lockMessage } from "./lock-message.server.ts";
import { MESSAGES } from "./send-message.server.ts";
import { contactMessages } from "./tables.server.ts";

/** Deletes a message for good. [S2.27] */
export async function deleteMessage(
  services: Pick<Services, "db" | "now">,
  asker: Asker,
  id: string,
): Promise<Result<null, "adminsOnly" | "messageNotFound">> {
  if (asker.kind !== "admin") return refused("adminsOnly");

  return services.db.transaction(async (tx) => {
    const message = await lockMessage(tx, id);
    if (!message) return refused("messageNotFound");

    await tx.delete(contactMessages).where(eq(contactMessages.id, id));
    const subject = { kind: "message", id, name: message.name } as const;
    await noteDeed(tx, asker, { deed: "message-deleted", subject }, services.now());
    await announce(tx, MESSAGES);
    return granted(null);
  });
}
