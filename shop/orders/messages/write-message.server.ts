import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { takeBackAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { orderMessageLimits } from "#shop/settings/rate-limits.ts";
import { countWithin, inNetworks } from "#shop/settings/within-limits.server.ts";
import { lockOrder } from "../lock-order.server.ts";
import { isBuyer, isBuyerOf } from "../reading/find-order.server.ts";
import { conversations } from "../tables.server.ts";
import type { NewMessage, NoAnswerForm } from "./message-text.ts";
import { announceMessages, findKnownMessage, storeMessage, waitAfter, withMessagePicture } from "./store-message.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "waits" | "settings" | "files" | "pictures" | "log">;

/** The number of a message in its order. */
type Written = { number: number };

/**
 * Stores a message of an order's buyer to the shop; the order then waits for the shop. The same
 * form twice is one message. Strangers and unknown codes are refused alike (`orderNotForYou`);
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
      return known ? ok(known) : allowed.ok ? storeMessage(services, tx, entry) : allowed;
    }),
  ).catch(async (failure) => {
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
export async function writeAsShop(services: Needs, visitor: Visitor, requestCode: string, message: NewMessage): Promise<Result<Written>> {
  if (!may(visitor, "answer-buyers")) return rightMissing("answer-buyers");
  const written = await withMessagePicture(services, message.picture, null, (pictureKey) =>
    inTransaction(services.db, async (tx) => {
      const order = await lockOrder(tx, requestCode);
      if (!order) return refused("orderNotFound");
      const entry = { order, side: "shop", personId: visitor.userId, message, pictureKey } as const;
      const known = await findKnownMessage(services, tx, entry);
      if (known) return ok(known);
      const stored = await storeMessage(services, tx, entry);
      if (!stored.ok) return stored;
      const subject = { kind: "order", id: order.id, name: requestCode } as const;
      await recordAction(tx, visitor, { action: "buyer-answered", subject }, services.now());
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
