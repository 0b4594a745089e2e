import { and, desc, isNotNull, isNull, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { requireRight } from "#shop/rights.ts";
import { contactMessages } from "./tables.server.ts";

/** A message as admins see it. */
export type Message = { id: string; name: string; email: string; message: string; createdAt: Date; handledAt: Date | null };

/** The filters of the list. */
const messageStates = ["open", "handled", "all"] as const;
export type MessageState = (typeof messageStates)[number];

const lists = { open: isNull(contactMessages.handledAt), handled: isNotNull(contactMessages.handledAt), all: undefined };

/**
 * Returns a page of messages, newest first. One query. The route restricts it to admins. [S2.27]
 */
export async function listMessages(
  { db, vault }: Pick<Services, "db" | "vault">,
  actor: Actor,
  { state, after }: { state: MessageState; after: string | null },
): Promise<{ rows: Message[]; next: string | null }> {
  requireRight(actor, "answer-buyers");
  const { createdAt, id } = contactMessages;
  const cursor = after === null ? null : readCursor(after);
  const beyond = cursor ? sql`(${createdAt}, ${id}) < (${cursor.at}::timestamptz, ${cursor.id})` : undefined;
  const rows = await db
    .select()
    .from(contactMessages)
    .where(and(lists[state], beyond))
    .orderBy(desc(createdAt), desc(id))
    .limit(PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ userId, email, ...row }) => ({ ...row, email: vault.decrypt(placeOf("contact_messages.email", row.id), email) })),
    next: rows.length > PAGE_SIZE && last ? writeCursor(last.createdAt, last.id) : null,
  };
}
