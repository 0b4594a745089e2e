import { and, eq, gt, ne } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { takeBackAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import type { AskedKind } from "#shop/settings/question-presets.ts";
import { orderMessageLimits } from "#shop/settings/rate-limits.ts";
import { countWithin, inNetworks } from "#shop/settings/within-limits.server.ts";
import { type LockedOrder, lockOrder } from "../lock-order.server.ts";
import { upiPartOf } from "../payment/upi/upi-part.ts";
import { isBuyer, isBuyerOf } from "../reading/find-order.server.ts";
import { conversations, orderMessages, orders } from "../tables.server.ts";
import type { NewMessage, NoAnswerForm } from "./message-text.ts";
import { notifyOfMessage } from "./notify-of-message.server.ts";
import { mayBeAskedFor } from "./question.ts";
import {
  announceMessages,
  changeWait,
  findKnownMessage,
  openQuestion,
  storeMessage,
  waitingSince,
  withMessagePicture,
} from "./store-message.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "waits" | "settings" | "files" | "pictures" | "log" | "mail" | "jobs">;

/** The number of a message in its order. */
type Written = { number: number };

/**
 * Stores a message of an order's buyer to the shop; the order then waits for the shop. The same
 * form twice is one message. `answers` is the number of the question that it answers; another one is
 * open meanwhile, or none: `questionChanged`. Strangers and unknown codes are refused alike (`orderNotForYou`);
 * `tooManyRequests` above the limits of an order and a network, `conversationFull` and
 * `orderPicturesFull` above those of an order's whole life. [S14.1] [S14.2] [S14.7] [S14.12]
 */
export async function writeAsBuyer(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  message: NewMessage,
  network: string | null = null,
): Promise<Result<Written>> {
  if (!(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");
  const ofOrder = orderMessageLimits(requestCode, network);
  const limits = network === null ? ofOrder : inNetworks(ofOrder, network);
  const allowed = await countWithin(services, limits);
  // Without a right to send more, a picture is not decoded: only what is known is answered then.
  const picture = allowed.ok ? message.picture : null;
  const written = await withMessagePicture(services, picture, network, (pictureKey) =>
    inTransaction(services.db, async (tx) => {
      const order = await lockOrder(tx, requestCode);
      if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
      const entry = { order, side: "buyer", personId: null, message, pictureKey } as const;
      // What was stored already is no new attempt, also above the limits.
      const known = await findKnownMessage(services, tx, entry);
      if (known) return ok(known);
      const answer = await answerTo(tx, order, message);
      if (!answer.ok) return answer;
      if (!allowed.ok) return allowed;
      const stored = await storeMessage(services, tx, { ...entry, ...answer.value });
      if (stored.ok) await notifyOfMessage(services, tx, order, "buyer", stored.value.number);
      return stored;
    }),
  ).catch(async (failure) => {
    await takeBackAttempts(services, limits);
    throw failure;
  });
  if (allowed.ok && !(written.ok && written.value.isNew)) await takeBackAttempts(services, limits);
  return written.ok ? ok({ number: written.value.number }) : written;
}

/**
 * Stores the shop's message to an order's buyer, which answers what the buyer wrote, or asks for
 * something: the question then replaces an open one. Asks once, `colleagueAnswered`, if another
 * person wrote what this one has not seen. Refuses to ask an order for what it does not need
 * (`notToBeAsked`). For persons with `answer-buyers`. [S14.1] [S14.3] [S14.7] [S14.8]
 */
export async function writeAsShop(services: Needs, visitor: Visitor, requestCode: string, message: NewMessage): Promise<Result<Written>> {
  if (!may(visitor, "answer-buyers")) return rightMissing("answer-buyers");
  const written = await withMessagePicture(services, message.picture, null, (pictureKey) =>
    inTransaction(services.db, async (tx) => {
      const order = await lockOrder(tx, requestCode);
      if (!order) return refused("orderNotFound");
      const { asks = null } = message;
      const entry = { order, side: "shop", personId: visitor.userId, message, pictureKey, asks } as const;
      const known = await findKnownMessage(services, tx, entry);
      if (known) return ok(known);
      if (asks !== null && !(await canBeAsked(tx, order.id, asks))) return about(refused("notToBeAsked"), "asks");
      if (!message.confirmed && (await hasColleagueAnswered(tx, order.id, visitor.userId, message.seen)))
        return refused("colleagueAnswered");
      const stored = await storeMessage(services, tx, entry);
      if (!stored.ok) return stored;
      const subject = { kind: "order", id: order.id, name: requestCode } as const;
      await recordAction(tx, visitor, { action: "buyer-answered", subject }, services.now());
      await notifyOfMessage(services, tx, order, "shop");
      return stored;
    }),
  );
  return written.ok ? ok({ number: written.value.number }) : written;
}

/**
 * Says that the buyer's messages up to number `seen` need no answer, so that the order no longer
 * waits for the shop; a later one still waits. Does nothing if it does not wait, or if all of what
 * waits came later. For persons with `answer-buyers`. [S14.7]
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
    const laterAt = await waitingSince(tx, order.id, seen);
    // Nothing that was seen waits: all of it came later.
    if (waiting?.waitsFor !== "shop" || (laterAt && waiting.waitsSince && laterAt <= waiting.waitsSince)) return ok(null);
    await changeWait(tx, order.id, { kind: "handled", laterAt }, services.now());
    const subject = { kind: "order", id: order.id, name: requestCode } as const;
    await recordAction(tx, visitor, { action: "no-answer-needed", subject }, services.now());
    await announceMessages(tx, requestCode);
    return ok(null);
  });
}

/** What a buyer's message brings to the question that it answers. [S14.3] [S14.6] */
async function answerTo(
  tx: Tx,
  order: LockedOrder,
  { text, picture, answers }: NewMessage,
): Promise<Result<{ asks?: AskedKind; answers?: number }, "questionChanged" | "fieldRequired">> {
  if (!answers) return ok({});
  const question = await openQuestion(tx, order);
  // A proof and a UTR have forms of their own.
  if (question?.number !== answers || question.asks === "proof" || question.asks === "utr") return refused("questionChanged");
  if (question.asks === "picture" && !picture) return about(refused("fieldRequired"), "picture");
  if (question.asks === "words" && text === null) return about(refused("fieldRequired"), "text");
  return ok({ asks: question.asks, answers });
}

async function canBeAsked(tx: Tx, orderId: string, asks: AskedKind): Promise<boolean> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  return order !== undefined && mayBeAskedFor(asks, { ...order, upi: upiPartOf(order) });
}

/** Whether another person of the shop wrote after message number `seen`. [S14.8] */
async function hasColleagueAnswered(tx: Tx, orderId: string, ownId: string, seen: number | null | undefined): Promise<boolean> {
  if (seen === null || seen === undefined) return false;
  const isOfColleague = and(eq(orderMessages.side, "shop"), ne(orderMessages.personId, ownId), gt(orderMessages.number, seen));
  return (await tx.$count(orderMessages, and(eq(orderMessages.orderId, orderId), isOfColleague))) > 0;
}
