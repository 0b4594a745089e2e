import { eq, sql } from "drizzle-orm";
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
import { MESSAGES_OF_ORDER_MAX } from "../constants.ts";
import { lockOrder } from "../lock-order.server.ts";
import { isBuyer, isBuyerOf } from "../reading/find-order.server.ts";
import { conversations, orderMessages } from "../tables.server.ts";
import type { OrderMessageForm } from "./message-text.ts";

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
  const limits = orderMessageLimits(requestCode, network);
  const allowed = await countWithin(services, network === null ? limits : inNetworks(limits, network));
  if (!allowed.ok) return allowed;
  const written = await inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
    return store(services, tx, { order, side: "buyer", personId: null, form });
  }).catch(async (failure) => {
    await takeBackAttempts(services, limits);
    throw failure;
  });
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
    const written = await store(services, tx, { order, side: "shop", personId: visitor.userId, form });
    if (!written.ok) return written;
    const subject = { kind: "order", id: order.id, name: requestCode } as const;
    if (written.value.isNew) await recordAction(tx, visitor, { action: "buyer-answered", subject }, services.now());
    return ok({ number: written.value.number });
  });
}

/**
 * Says that a buyer's message needs no answer, so that the order no longer waits for the shop. Does
 * nothing if it does not wait. For persons with `answer-buyers`. [S14.7]
 */
export async function needNoAnswer(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<null, "rightMissing" | "orderNotFound">> {
  if (!may(visitor, "answer-buyers")) return rightMissing("answer-buyers");
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order) return refused("orderNotFound");
    const { rowCount } = await tx.execute(
      sql`update ${conversations} set waits_for = null, waits_since = null where order_id = ${order.id} and waits_for = 'shop'`,
    );
    if (rowCount === 0) return ok(null);
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

/** Stores a message of an order that the transaction has locked, once. */
async function store(
  { vault, now }: Needs,
  tx: Tx,
  { order, side, personId, form }: New,
): Promise<Result<Written & { isNew: boolean }, "conversationFull">> {
  const { text, key } = form;
  // Other words under the same key are another message, as on the contact page.
  const naming = ["order-message", order.id, side, key ?? crypto.randomUUID(), text];
  const id = vault.fingerprint(JSON.stringify(naming)).toString("hex").slice(0, 32);
  const [known] = await tx.select({ number: orderMessages.number }).from(orderMessages).where(eq(orderMessages.id, id));
  if (known) return ok({ number: known.number, isNew: false });
  const before = await tx.$count(orderMessages, eq(orderMessages.orderId, order.id));
  if (before >= MESSAGES_OF_ORDER_MAX) return refused("conversationFull", { n: MESSAGES_OF_ORDER_MAX });

  const [at, number] = [now(), before + 1];
  const encrypted = vault.encrypt(placeOf("order_messages.text", id), text);
  await tx.insert(orderMessages).values({ id, orderId: order.id, number, side, personId, text: encrypted, at });
  // Whoever waits for the shop does so since the first message that nobody answered.
  const [waitsFor, waitsSince] = side === "buyer" ? (["shop", at] as const) : [null, null];
  const since = sql`case when conversations.waits_for is not distinct from excluded.waits_for then conversations.waits_since else excluded.waits_since end`;
  await tx
    .insert(conversations)
    .values({ orderId: order.id, waitsFor, waitsSince, lastAt: at })
    .onConflictDoUpdate({ target: conversations.orderId, set: { waitsFor, waitsSince: since, lastAt: at } });
  await announceMessages(tx, order.requestCode);
  return ok({ number, isNew: true });
}

/** Announces that an order's conversation changed: to its page, and to the lists of messages. [S14.10] */
function announceMessages(tx: Tx, requestCode: string): Promise<void> {
  return announce(tx, `order:${requestCode}`, MESSAGES);
}
