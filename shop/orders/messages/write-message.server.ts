import { and, asc, eq, gt, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { takeBackAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { MESSAGES } from "#shop/contact/send-message.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { orderMessageLimits } from "#shop/settings/rate-limits.ts";
import { countWithin, inNetworks } from "#shop/settings/within-limits.server.ts";
import { MESSAGES_OF_ORDER_MAX, MESSAGES_WITH_ANSWERS_MAX } from "../constants.ts";
import { lockOrder } from "../lock-order.server.ts";
import { isBuyer, isBuyerOf } from "../reading/find-order.server.ts";
import { conversations, orderMessages } from "../tables.server.ts";
import { conversationTopic } from "./conversation.ts";
import type { NoAnswerForm, OrderMessageForm } from "./message-text.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "waits">;

/** The number of a message in its order. */
type Written = { number: number };

/**
 * Stores a message of an order's buyer to the shop; the order then waits for the shop. The same
 * form twice is one message. Strangers and unknown codes are refused alike (`orderNotForYou`);
 * `tooManyRequests` above the limits of an order and a network, `conversationFull` above that of an
 * order's whole life. [S14.1] [S14.2] [S14.7] [S14.12]
 */
export async function writeAsBuyer(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  form: OrderMessageForm,
  network: string | null = null,
): Promise<Result<Written, "orderNotForYou" | "tooManyRequests" | "conversationFull">> {
  if (!(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");
  const ofOrder = orderMessageLimits(requestCode, network);
  const limits = network === null ? ofOrder : inNetworks(ofOrder, network);
  const allowed = await countWithin(services, limits);
  const written = await inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
    const named = { order, side: "buyer", personId: null, form } as const;
    // What was stored already is no new attempt, also above the limits.
    const known = await findKnown(services, tx, named);
    return known ? ok({ ...known, isNew: false }) : allowed.ok ? store(services, tx, named) : allowed;
  }).catch(async (failure) => {
    await takeBackAttempts(services, limits);
    throw failure;
  });
  if (allowed.ok && !(written.ok && written.value.isNew)) await takeBackAttempts(services, limits);
  return written.ok ? ok({ number: written.value.number }) : written;
}

/**
 * Stores the shop's message to an order's buyer, which answers what the buyer wrote. For persons
 * with `answer-buyers`. [S14.1] [S14.7]
 */
export async function writeAsShop(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  form: OrderMessageForm,
): Promise<Result<Written, "rightMissing" | "orderNotFound" | "conversationFull">> {
  if (!may(visitor, "answer-buyers")) return rightMissing("answer-buyers");
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order) return refused("orderNotFound");
    const named = { order, side: "shop", personId: visitor.userId, form } as const;
    const known = await findKnown(services, tx, named);
    if (known) return ok(known);
    const written = await store(services, tx, named);
    if (!written.ok) return written;
    const subject = { kind: "order", id: order.id, name: requestCode } as const;
    await recordAction(tx, visitor, { action: "buyer-answered", subject }, services.now());
    return ok({ number: written.value.number });
  });
}

/**
 * Says that the buyer's messages up to number `seen` need no answer, so that the order no longer
 * waits for the shop; a later one still waits. Does nothing if it does not wait. For persons with
 * `answer-buyers`. [S14.7]
 */
export async function needNoAnswer(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  requestCode: string,
  { seen }: NoAnswerForm,
): Promise<Result<null, "rightMissing" | "orderNotFound">> {
  if (!may(visitor, "answer-buyers")) return rightMissing("answer-buyers");
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order) return refused("orderNotFound");
    const [waiting] = await tx.select().from(conversations).where(eq(conversations.orderId, order.id));
    if (waiting?.waitsFor !== "shop") return ok(null);
    await tx
      .update(conversations)
      .set(await waitAfter(tx, order.id, seen))
      .where(eq(conversations.orderId, order.id));
    const subject = { kind: "order", id: order.id, name: requestCode } as const;
    await recordAction(tx, visitor, { action: "no-answer-needed", subject }, services.now());
    await announceMessages(tx, requestCode);
    return ok(null);
  });
}

type New = {
  order: { id: string; requestCode: string };
  side: "buyer" | "shop";
  personId: string | null;
  form: OrderMessageForm;
};

/**
 * A message's id: other words under the same key are another message, as on the contact page.
 * [S14.2]
 */
function messageId({ vault }: Pick<Needs, "vault">, { order, side, form: { key, text } }: New): string {
  const naming = ["order-message", order.id, side, key ?? crypto.randomUUID(), text];
  return vault.fingerprint(JSON.stringify(naming)).toString("hex").slice(0, 32);
}

/** The message that the same form stored before; null if none did. */
async function findKnown(services: Needs, tx: Tx, named: New): Promise<Written | null> {
  if (!named.form.key) return null;
  const [known] = await tx
    .select({ number: orderMessages.number })
    .from(orderMessages)
    .where(eq(orderMessages.id, messageId(services, named)));
  return known ?? null;
}

/**
 * Since when an order waits for the shop whose person has seen its messages up to a number: since a
 * later one of the buyer, or not at all.
 */
async function waitAfter(tx: Tx, orderId: string, seen: number | null) {
  if (seen === null) return { waitsFor: null, waitsSince: null };
  const [later] = await tx
    .select({ at: orderMessages.at })
    .from(orderMessages)
    .where(and(eq(orderMessages.orderId, orderId), eq(orderMessages.side, "buyer"), gt(orderMessages.number, seen)))
    .orderBy(asc(orderMessages.number))
    .limit(1);
  return later ? ({ waitsFor: "shop", waitsSince: later.at } as const) : { waitsFor: null, waitsSince: null };
}

/** Stores a new message of an order that the transaction has locked. */
async function store(services: Needs, tx: Tx, named: New): Promise<Result<Written & { isNew: true }, "conversationFull">> {
  const { order, side, personId, form } = named;
  const before = await tx.$count(orderMessages, eq(orderMessages.orderId, order.id));
  // The shop can still answer a buyer whose messages filled it.
  if (before >= (side === "buyer" ? MESSAGES_OF_ORDER_MAX : MESSAGES_WITH_ANSWERS_MAX))
    return refused("conversationFull", { n: MESSAGES_OF_ORDER_MAX });

  const [id, at, number] = [messageId(services, named), services.now(), before + 1];
  const text = services.vault.encrypt(placeOf("order_messages.text", id), form.text);
  await tx.insert(orderMessages).values({ id, orderId: order.id, number, side, personId, text, at });
  // Whoever waits for the shop does so since the first message that nobody answered.
  const wait = side === "buyer" ? ({ waitsFor: "shop", waitsSince: at } as const) : await waitAfter(tx, order.id, form.seen ?? null);
  const since = sql`case when conversations.waits_for = excluded.waits_for and ${side} = 'buyer' then conversations.waits_since else excluded.waits_since end`;
  await tx
    .insert(conversations)
    .values({ orderId: order.id, ...wait, lastAt: at })
    .onConflictDoUpdate({ target: conversations.orderId, set: { waitsFor: wait.waitsFor, waitsSince: since, lastAt: at } });
  await announceMessages(tx, order.requestCode);
  return ok({ number, isNew: true });
}

/** Announces that an order's conversation changed: to its page, and to the lists of messages. [S14.10] */
function announceMessages(tx: Tx, requestCode: string): Promise<void> {
  return announce(tx, conversationTopic(requestCode), MESSAGES);
}
