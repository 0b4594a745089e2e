import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { KeyedText } from "#messages/keyed-text.ts";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { queueWaiting } from "#shop/outbox/outbox.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { DELIVERY_CLAIM_MS } from "./constants.ts";
import { TEST_EVENT } from "./delivery.ts";
import { DELIVERIES_TOPIC, deliveryOutbox } from "./queue-deliveries.server.ts";
import { isOnItsWay, sendDelivery } from "./send-delivery.server.ts";
import { recordAndAnnounce } from "./subscriptions.server.ts";
import { deliveries, subscriptions } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "log" | "now" | "httpClient" | "jobs">;

/**
 * Queues a delivery again, with all attempts available. It keeps its id, so that the receiver
 * recognizes a duplicate. Refuses `deliveryOnItsWay` while it is being sent, because it would be
 * sent twice. Returns whether it is sent now; if its subscription is off, it is sent once that is
 * on again. For admins.
 */
export async function sendDeliveryAgain(
  services: Pick<Services, "db" | "now" | "jobs">,
  actor: Actor,
  deliveryId: string,
): Promise<Result<{ goesNow: boolean }, "rightMissing" | "deliveryNotFound" | "deliveryOnItsWay">> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");

  const { db, now } = services;
  return inTransaction(db, async (tx) => {
    const [found] = await tx
      .select({ subscription: subscriptions, delivery: deliveries })
      .from(deliveries)
      .innerJoin(subscriptions, eq(subscriptions.id, deliveries.subscriptionId))
      .where(eq(deliveries.id, deliveryId))
      .for("update");
    if (!found) return refused("deliveryNotFound");

    const at = now();
    if (isOnItsWay(found.delivery, at)) return refused("deliveryOnItsWay");
    await tx.update(deliveries).set({ state: "waiting", attempts: 0, nextAttemptAt: at }).where(eq(deliveries.id, deliveryId));
    await queueWaiting(services, tx, deliveryOutbox, eq(deliveries.id, deliveryId));
    await recordAndAnnounce(tx, actor, found.subscription, "delivery-sent-again", at);
    await announce(tx, DELIVERIES_TOPIC);
    return ok({ goesNow: found.subscription.isOn });
  });
}

/** Why a test failed; null if it arrived. */
type Tested = { problem: KeyedText | null };

/**
 * Sends a test to a subscription at once, even if that is off, and returns why it did not arrive,
 * or null. It is not retried. For admins.
 */
export async function sendTest(
  services: Needs,
  actor: Actor,
  subscriptionId: string,
): Promise<Result<Tested, "rightMissing" | "subscriptionNotFound">> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");

  const at = services.now();
  const delivery = await inTransaction(services.db, async (tx) => {
    const [subscription] = await tx.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId)).for("update");
    if (!subscription) return null;
    const nextAttemptAt = new Date(at.getTime() + DELIVERY_CLAIM_MS);
    const claimed = { state: "waiting", attempts: 1, createdAt: at, attemptedAt: at, nextAttemptAt } as const;
    const row: typeof deliveries.$inferInsert = { id: `msg_${randomUUID()}`, subscriptionId, event: TEST_EVENT, facts: {}, ...claimed };
    const [written] = await tx.insert(deliveries).values(row).returning();
    await recordAndAnnounce(tx, actor, subscription, "subscription-tested", at);
    return written ?? null;
  });
  if (!delivery) return refused("subscriptionNotFound");

  return ok({ problem: await sendDelivery(services, delivery) });
}
