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
import type { AskedKind } from "#shop/settings/question-presets.ts";
import { uploadLimit } from "#shop/settings/rate-limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { countWithin } from "#shop/settings/within-limits.server.ts";
import { type ActionHappened, queueingDeliveries } from "#shop/webhooks/queue-deliveries.server.ts";
import { MESSAGES_OF_ORDER_MAX, MESSAGES_WITH_ANSWERS_MAX, PICTURES_OF_ORDER_MAX } from "../constants.ts";
import type { OrderStatus } from "../order.ts";
import { conversations, orderMessages } from "../tables.server.ts";
import { conversationTopic, type MessageSide } from "./conversation.ts";
import type { NewMessage } from "./message-text.ts";
import { isStillAsked, noWait, type Question, type WaitEvent, waitAfter } from "./question.ts";

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
  /** What a question of the shop asks for, or what a buyer's answer brings. [S14.3] */
  asks?: AskedKind | null;
  /** The number of the question that it answers. */
  answers?: number | null;
  /** The proof that it replaced. [S14.4] */
  replacedProofKey?: string | null;
  /** Whether a buyer's messages that wait for an answer still wait after it. */
  keepsWaiting?: boolean;
  /**
   * For whom the order waits stays as it is: what comes with a claim or its refusal waits in the list
   * of claims. [S15.2]
   */
  keepsWait?: boolean;
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
  services: Pick<Services, "vault" | "now" | "jobs">,
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
  const { asks = null, answers = null, replacedProofKey = null, keepsWaiting = false } = entry;
  await tx
    .insert(orderMessages)
    .values({ id, orderId: order.id, number, side, personId, text, pictureKey, asks, answers, replacedProofKey, at });
  await tx.execute(queueingDeliveries(services, [eventOf(entry, number)]));
  if (entry.keepsWait) {
    await tx
      .insert(conversations)
      .values({ orderId: order.id, lastAt: at })
      .onConflictDoUpdate({ target: conversations.orderId, set: { lastAt: at } });
    await announceMessages(tx, order.requestCode);
    return ok({ number, isNew: true });
  }
  const laterAt = side === "shop" ? await waitingSince(tx, order.id, keepsWaiting ? "all" : (message.seen ?? null)) : null;
  const kind = asks === null ? "handled" : "asked";
  const event = side === "buyer" ? ({ kind: "wrote", answers: asks } as const) : { kind, number, laterAt };
  await changeWait(tx, order.id, event as WaitEvent, at, { lastAt: at });
  await announceMessages(tx, order.requestCode);
  return ok({ number, isNew: true });
}

/**
 * The event of a new message. Chats hear of a claim as such, and of a buyer's words by
 * `notifyOfMessage`, once until somebody opened them; of what the shop itself writes, as with a
 * recall, they hear elsewhere. [S14.10] [S14.17]
 */
function eventOf({ order: { requestCode }, side, personId, asks = null, keepsWait = false }: MessageEntry, number: number): ActionHappened {
  if (side === "shop") {
    const kind = keepsWait ? "claim" : asks === null ? "message" : "question";
    const happened = { event: "message.sent", facts: { requestCode, side, number, kind } } as const;
    return personId === null ? { ...happened, to: "webhook" } : happened;
  }
  const kind = keepsWait ? "claim" : asks === null ? "message" : "answer";
  const happened = { event: "message.received", facts: { requestCode, side, number, kind } } as const;
  return asks === "proof" || asks === "utr" ? happened : { ...happened, to: "webhook" };
}

/**
 * Writes for whom a locked order waits after an event; `lastAt` is when its last message was
 * written. Without a conversation it does nothing but for a message. [S14.7]
 */
export async function changeWait(
  tx: Tx,
  orderId: string,
  event: WaitEvent,
  at: Date,
  message: { lastAt: Date } | null = null,
): Promise<void> {
  const [before] = await tx.select().from(conversations).where(eq(conversations.orderId, orderId));
  if (before) {
    await tx
      .update(conversations)
      .set({ ...waitAfter(before, event, at), ...message })
      .where(eq(conversations.orderId, orderId));
  } else if (message) await tx.insert(conversations).values({ orderId, ...waitAfter(noWait, event, at), ...message });
}

/** The open question of an order that the transaction has locked; null: none. [S14.3] */
export async function openQuestion(tx: Pick<Tx, "select">, order: { id: string; status: OrderStatus }): Promise<Question | null> {
  const [asked] = await tx
    .select({ number: orderMessages.number, asks: orderMessages.asks, at: orderMessages.at })
    .from(conversations)
    .innerJoin(orderMessages, and(eq(orderMessages.orderId, conversations.orderId), eq(orderMessages.number, conversations.question)))
    .where(eq(conversations.orderId, order.id));
  if (!asked?.asks || !isStillAsked(asked.asks, order.status)) return null;
  return { ...asked, asks: asked.asks, text: null };
}

/**
 * Since when an order waits for the shop whose person has seen its messages up to a number, `all`
 * keeps what waits: since a later one of the buyer that waits for an answer, or not at all. What came
 * with a claim, a proof or a UTR waits elsewhere.
 */
export async function waitingSince(tx: Tx, orderId: string, seen: number | null | "all"): Promise<Date | null> {
  if (seen === null) return null;
  const [waits] = await tx.select().from(conversations).where(eq(conversations.orderId, orderId));
  if (seen === "all") return waits?.waitsFor === "shop" ? waits.waitsSince : null;
  const [later] = await tx
    .select({ at: orderMessages.at })
    .from(orderMessages)
    .where(and(eq(orderMessages.orderId, orderId), eq(orderMessages.side, "buyer"), gt(orderMessages.number, seen), isForAnAnswer))
    .orderBy(asc(orderMessages.number))
    .limit(1);
  return later?.at ?? null;
}

const isForAnAnswer = sql`coalesce(${orderMessages.asks} not in ('proof', 'utr'), true) and not exists (
  select from claims c where c.order_id = ${orderMessages.orderId} and ${orderMessages.number} in (c.message_number, c.again_number))`;

/** Announces that an order's conversation changed: to its page, and to the lists of messages. [S14.10] */
export function announceMessages(tx: Tx, requestCode: string): Promise<void> {
  return announce(tx, conversationTopic(requestCode), MESSAGES);
}

/**
 * A message's id: other words, another picture or another code under the same key are another message, as on the
 * contact page. [S14.2]
 */
function messageId(
  { vault }: Pick<Needs, "vault">,
  { order, side, message: { key, text, picture, asks, answers, brings } }: Omit<MessageEntry, "pictureKey">,
): string {
  const naming = [
    "order-message",
    order.id,
    side,
    key ?? crypto.randomUUID(),
    text,
    ...(picture ? [hash("sha256", picture.bytes)] : []),
    ...(asks || answers ? [asks ?? null, answers ?? null] : []),
    ...(brings === undefined ? [] : [brings]),
  ];
  return vault.fingerprint(JSON.stringify(naming)).toString("hex").slice(0, 32);
}
