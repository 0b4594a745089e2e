import { hash } from "node:crypto";
import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";

import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { MESSAGES } from "#shop/contact/send-message.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { dropProof } from "#shop/payments/drop-proof.server.ts";
import type { ReceivedProof } from "#shop/payments/proof-image.ts";
import { storeProof } from "#shop/payments/store-proof.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { uploadLimit } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";
import { MESSAGES_OF_ORDER_MAX, MESSAGES_WITH_ANSWERS_MAX, PICTURES_OF_ORDER_MAX } from "../constants.ts";
import { conversations, orderMessages } from "../tables.server.ts";
import { conversationTopic, type MessageSide } from "./conversation.ts";
import type { NewMessage } from "./message-text.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "waits" | "settings" | "files" | "pictures" | "log">;

/** A message to be stored. */
type MessageEntry = {
  order: { id: string; requestCode: string };
  side: MessageSide;
  /** Which account of the shop wrote it; null for the buyer's. */
  personId: string | null;
  message: NewMessage;
  /** Where its picture is stored; null without one. */
  pictureKey: string | null;
};

/** The number of a message in its order; `isNew` is false if it was stored before. */
type StoredMessage = { number: number; isNew: boolean };

/**
 * Checks and stores the picture of a message as a proof's is, and passes its key to `write`; removes
 * the file if `write` stored no new message. Pictures of a `network` are limited. [S14.2]
 */
export async function withMessagePicture<T extends StoredMessage>(
  services: Needs,
  picture: ReceivedProof | null | undefined,
  network: string | null,
  write: (pictureKey: string | null) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!picture) return write(null);
  const limits = network === null ? [] : [uploadLimit(await readSettings(services), network)];
  const inTime = await countWithin(services, limits);
  if (!inTime.ok) return inTime;
  const stored = await storeProof(services, picture, network);
  if (!stored.ok) return about(stored, "picture");

  // If this throws, the message may be stored nevertheless. `sweepFiles` removes what none has.
  const written = await write(stored.value.key);
  if (!(written.ok && written.value.isNew)) await dropProof(services, stored.value.key);
  return written;
}

/** The message that the same form stored before; null if none did. */
export async function findKnownMessage(
  services: Pick<Needs, "vault">,
  db: Pick<Tx, "select">,
  entry: Omit<MessageEntry, "pictureKey">,
): Promise<StoredMessage | null> {
  if (!entry.message.key) return null;
  const [known] = await db
    .select({ number: orderMessages.number })
    .from(orderMessages)
    .where(eq(orderMessages.id, messageId(services, entry)));
  return known ? { ...known, isNew: false } : null;
}

/**
 * Stores a new message of an order that the transaction has locked. Refuses `conversationFull` and
 * `orderPicturesFull`. [S14.1] [S14.7] [S14.12]
 */
export async function storeMessage(
  services: Pick<Needs, "vault" | "now">,
  tx: Tx,
  entry: MessageEntry,
): Promise<Result<StoredMessage, "conversationFull" | "orderPicturesFull">> {
  const { order, side, personId, message, pictureKey } = entry;
  const ofOrder = eq(orderMessages.orderId, order.id);
  const before = await tx.$count(orderMessages, ofOrder);
  // The shop can still answer a buyer whose messages filled it.
  if (before >= (side === "buyer" ? MESSAGES_OF_ORDER_MAX : MESSAGES_WITH_ANSWERS_MAX))
    return refused("conversationFull", { n: MESSAGES_OF_ORDER_MAX });
  if (pictureKey !== null && (await tx.$count(orderMessages, and(ofOrder, isNotNull(orderMessages.pictureKey)))) >= PICTURES_OF_ORDER_MAX)
    return about(refused("orderPicturesFull", { n: PICTURES_OF_ORDER_MAX }), "picture");

  const [id, at, number] = [messageId(services, entry), services.now(), before + 1];
  const text = message.text === null ? null : services.vault.encrypt(placeOf("order_messages.text", id), message.text);
  await tx.insert(orderMessages).values({ id, orderId: order.id, number, side, personId, text, pictureKey, at });
  // Whoever waits for the shop does so since the first message that nobody answered.
  const wait = side === "buyer" ? ({ waitsFor: "shop", waitsSince: at } as const) : await waitAfter(tx, order.id, message.seen ?? null);
  const since = sql`case when conversations.waits_for = excluded.waits_for and ${side} = 'buyer' then conversations.waits_since else excluded.waits_since end`;
  await tx
    .insert(conversations)
    .values({ orderId: order.id, ...wait, lastAt: at })
    .onConflictDoUpdate({ target: conversations.orderId, set: { waitsFor: wait.waitsFor, waitsSince: since, lastAt: at } });
  await announceMessages(tx, order.requestCode);
  return ok({ number, isNew: true });
}

/**
 * Since when an order waits for the shop whose person has seen its messages up to a number: since a
 * later one of the buyer, or not at all.
 */
export async function waitAfter(tx: Tx, orderId: string, seen: number | null) {
  if (seen === null) return { waitsFor: null, waitsSince: null };
  const [later] = await tx
    .select({ at: orderMessages.at })
    .from(orderMessages)
    .where(and(eq(orderMessages.orderId, orderId), eq(orderMessages.side, "buyer"), gt(orderMessages.number, seen)))
    .orderBy(asc(orderMessages.number))
    .limit(1);
  return later ? ({ waitsFor: "shop", waitsSince: later.at } as const) : { waitsFor: null, waitsSince: null };
}

/** Announces that an order's conversation changed: to its page, and to the lists of messages. [S14.10] */
export function announceMessages(tx: Tx, requestCode: string): Promise<void> {
  return announce(tx, conversationTopic(requestCode), MESSAGES);
}

/**
 * A message's id: other words or another picture under the same key are another message, as on the
 * contact page. [S14.2]
 */
function messageId(
  { vault }: Pick<Needs, "vault">,
  { order, side, message: { key, text, picture } }: Omit<MessageEntry, "pictureKey">,
): string {
  const naming = ["order-message", order.id, side, key ?? crypto.randomUUID(), text, ...(picture ? [hash("sha256", picture.bytes)] : [])];
  return vault.fingerprint(JSON.stringify(naming)).toString("hex").slice(0, 32);
}
