import { eq } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { lockMessage } from "./lock-message.server.ts";
import { MESSAGES } from "./send-message.server.ts";
import { contactMessages } from "./tables.server.ts";

/** Marks a message as handled, or opens it again. What is so already is left alone and not noted. [S2.27] */
export async function handleMessage(
  services: Pick<Services, "db" | "now">,
  asker: Asker,
  id: string,
  { handled }: { handled: boolean },
): Promise<Result<null, "adminsOnly" | "messageNotFound">> {
  if (asker.kind !== "admin") return refused("adminsOnly");

  return services.db.transaction(async (tx) => {
    const message = await lockMessage(tx, id);
    if (!message) return refused("messageNotFound");
    if ((message.handledAt !== null) === handled) return granted(null);

    const now = services.now();
    await tx
      .update(contactMessages)
      .set({ handledAt: handled ? now : null })
      .where(eq(contactMessages.id, id));
    const subject = { kind: "message", id, name: message.name } as const;
    await noteDeed(tx, asker, { deed: handled ? "message-handled" : "message-reopened", subject }, now);
    await announce(tx, MESSAGES);
    return granted(null);
  });
}
