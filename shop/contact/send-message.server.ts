import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { takeBackTries } from "#platform/tries.server.ts";
import { type QueueNeeds, queueLetter } from "#shop/letters/queue-letter.server.ts";
import { granted, type Result } from "#shop/refusal.ts";
import { keepWithin } from "#shop/settings/keep-within.server.ts";
import { contactLimit } from "#shop/settings/limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { MessageForm } from "./message-form.ts";
import { contactMessages } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "live"> & QueueNeeds;

/** Who writes: an account, if signed in, and the address it comes from. */
export type Writer = { userId: string | null; address: string };

/** The topic of all messages. */
export const MESSAGES = "messages";

/**
 * Keeps a message, and queues the letter that brings it to the support address, or to the owner where none is set. The same writing sent twice is kept
 * once. Refuses `tooManyRequests`. What fills in the field that people do not see is thanked, and nothing is kept. [S2.27]
 */
export async function sendMessage(services: Needs, writer: Writer, form: MessageForm): Promise<Result<null, "tooManyRequests">> {
  if (form.website) return granted(null);
  const limits = [contactLimit(await readSettings(services), writer.address)];
  const allowed = await keepWithin(services, limits);
  if (!allowed.ok) return allowed;
  try {
    await keepOnce(services, writer, form);
  } catch (failure) {
    await takeBackTries(services, limits);
    throw failure;
  }
  return granted(null);
}

async function keepOnce(services: Needs, { userId }: Writer, form: MessageForm): Promise<void> {
  const { name, email, message } = form;
  const id = messageId(services, form);
  const { supportEmail } = await readSettings(services);
  await services.db.transaction(async (tx) => {
    const kept = await tx
      .insert(contactMessages)
      .values({ id, name, email: services.vault.seal(email), message, userId, createdAt: services.now() })
      .onConflictDoNothing()
      .returning({ id: contactMessages.id });
    if (kept.length === 0) return;

    const to = supportEmail === null ? "owner" : { email: supportEmail };
    await queueLetter(services, tx, { kind: "contact-message", to, facts: { messageId: id } });
    await announce(tx, MESSAGES);
  });
}

/** The same words under the same key are the same message; a page whose message was changed afterwards sends another. */
function messageId({ vault }: Needs, { key, name, email, message }: MessageForm): string {
  const writing = key ?? crypto.randomUUID();
  return vault
    .fingerprint(JSON.stringify(["contact-message", writing, name, email, message]))
    .toString("hex")
    .slice(0, 32);
}
