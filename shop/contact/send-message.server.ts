import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { takeBackAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import { type QueueNeeds, queueEmail } from "#shop/emails/queue-email.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { contactLimits } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin, inNetworks } from "#shop/settings/within-limits.server.ts";
import type { MessageForm } from "./message-form.ts";
import { contactMessages } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "settings" | "waits"> & QueueNeeds;

/** The sender: their account, if signed in, and their IP address. */
type Writer = { userId: string | null; address: string };

/** The topic of all messages. */
export const MESSAGES = "messages";

/**
 * Stores a message and emails it to the support address, or to the owner if there is none. Sending
 * the same form twice stores it once. Refuses `tooManyRequests`, and `hiddenFieldFilled`, which a
 * person whose browser filled the field can correct. [S2.27]
 */
export async function sendMessage(
  services: Needs,
  writer: Writer,
  form: MessageForm,
): Promise<Result<null, "tooManyRequests" | "hiddenFieldFilled">> {
  if (form.leaveEmpty) return refused("hiddenFieldFilled");
  const limits = inNetworks(contactLimits(await readSettings(services), writer.address, form.email), writer.address);
  const allowed = await countWithin(services, limits);
  if (!allowed.ok) return allowed;
  try {
    await storeOnce(services, writer, form);
  } catch (failure) {
    await takeBackAttempts(services, limits);
    throw failure;
  }
  return ok(null);
}

async function storeOnce(services: Needs, { userId }: Writer, form: MessageForm): Promise<void> {
  const { name, email, message } = form;
  const id = messageId(services, form);
  const { supportEmail } = await readSettings(services);
  await inTransaction(services.db, async (tx) => {
    const stored = await tx
      .insert(contactMessages)
      .values({
        id,
        name,
        email: services.vault.encrypt(placeOf("contact_messages.email", id), email),
        message,
        userId,
        createdAt: services.now(),
      })
      .onConflictDoNothing()
      .returning({ id: contactMessages.id });
    if (stored.length === 0) return;

    const to = supportEmail === null ? "owner" : { email: supportEmail };
    await queueEmail(services, tx, { kind: "contact-message", to, facts: { messageId: id } });
    await announce(tx, MESSAGES);
  });
}

/**
 * The same text with the same key is the same message; changing the text on an open page makes
 * another.
 */
function messageId({ vault }: Needs, { key, name, email, message }: MessageForm): string {
  const writing = key ?? crypto.randomUUID();
  return vault
    .fingerprint(JSON.stringify(["contact-message", writing, name, email, message]))
    .toString("hex")
    .slice(0, 32);
}
