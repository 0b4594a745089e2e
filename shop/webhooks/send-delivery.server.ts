import { eq, sql } from "drizzle-orm";
import type { KeyedText } from "#messages/keyed-text.ts";
import type { HttpAnswer } from "#platform/http-client/http-client.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { chatTexts } from "#shop/emails/chat-texts.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { claimDue, queueWaiting, recordAttempts } from "#shop/outbox/outbox.server.ts";
import { waitBeforeNextAttempt } from "#shop/outbox/retry-waits.ts";
import { textOf } from "#shop/refusal.ts";
import { inEnglish, storeKey } from "#shop/stored-text.ts";
import { botMessage } from "./bot-message.ts";
import { DELIVERY_RETRIES } from "./constants.ts";
import type { Happened } from "./delivery.ts";
import { DELIVERIES_TOPIC, deliveryOutbox } from "./queue-deliveries.server.ts";
import { deliveries, subscriptions } from "./tables.server.ts";
import { signedHeaders, webhookBody } from "./webhook-message.server.ts";

type Needs = Pick<Services, "db" | "vault" | "log" | "now" | "httpClient" | "jobs">;
type DeliveryRow = typeof deliveries.$inferSelect;
type SubscriptionRow = typeof subscriptions.$inferSelect;

/**
 * Runs the job of a delivery by sending all due deliveries of its subscription. If this one is
 * claimed by another process or not due yet, it is queued for later; if the subscription is off, it
 * waits until that is on again.
 */
export async function runDeliveryJob(
  services: Needs,
  { deliveryId = "", subscriptionId = "" }: Record<string, string>,
  isOver: () => boolean = () => false,
): Promise<void> {
  await notifySubscription(services, subscriptionId, isOver);
  await queueWaiting(services, services.db, deliveryOutbox, eq(deliveries.id, deliveryId));
}

/**
 * Sends a subscription's due deliveries one after another, until none is left or `isOver`. Several
 * processes can share the work: a claimed delivery is not taken by another for `DELIVERY_CLAIM_MS`.
 * A failed delivery is retried with growing delays and given up after 3 days.
 * Returns how many were attempted.
 */
export async function notifySubscription(services: Needs, subscriptionId: string, isOver: () => boolean = () => false): Promise<number> {
  const ofIt = eq(deliveries.subscriptionId, subscriptionId);
  for (let sent = 0; ; sent += 1) {
    const claim = () =>
      claimDue(services, deliveryOutbox, {
        name: "claim-delivery",
        which: ofIt,
        most: 1,
        cleared: { attemptedAt: services.now(), ...noAnswerYet },
      });
    const [delivery] = isOver() ? [] : await claim();
    if (!delivery) return sent;
    await sendDelivery(services, delivery);
  }
}

/** Clears the answer to the previous attempt while a delivery is being sent. */
const noAnswerYet = { answerStatus: null, answerText: null, problem: null };

/**
 * Whether a delivery is being sent right now. After `DELIVERY_CLAIM_MS` its sender is assumed dead.
 */
export function isOnItsWay({ state, attempts, problem, nextAttemptAt }: DeliveryRow, at: Date): boolean {
  return state === "waiting" && attempts > 0 && problem === null && nextAttemptAt !== null && nextAttemptAt > at;
}

/**
 * Sends a claimed delivery and records the outcome; a test is not retried. Returns what went wrong,
 * or null.
 */
export async function sendDelivery(services: Needs, delivery: DeliveryRow): Promise<KeyedText | null> {
  const [subscription] = await services.db.select().from(subscriptions).where(eq(subscriptions.id, delivery.subscriptionId));
  if (!subscription) return textOf("subscriptionRemoved");
  const secret = decryptSecret(services, subscription);
  const call = subscription.kind === "bot" ? callBot : callWebhook;
  const { problem, isForGood, status, text, retryAfterMs } =
    secret === null ? lostSecret(subscription) : judged(await call(services, subscription, secret, delivery));
  const waitMs = isForGood || delivery.event === "test" ? null : waitBeforeNextAttempt(DELIVERY_RETRIES, delivery.attempts, retryAfterMs);
  if (problem !== null) {
    const { id: deliveryId, event, attempts } = delivery;
    services.log.warn("delivery not sent", { deliveryId, event, problem: inEnglish(problem), attempts, isGivenUp: waitMs === null });
  }
  const stored = { answerStatus: status, answerText: text, problem: problem && storeKey(problem) };
  await recordAttempts(services, deliveryOutbox, [{ row: delivery, isSent: problem === null, waitMs, stored }]);
  await announce(services.db, DELIVERIES_TOPIC);
  return problem;
}

/**
 * Returns null if the secret was encrypted with a secret of the shop that is lost, so that retrying
 * is pointless.
 */
function decryptSecret({ vault }: Needs, { id, secret }: SubscriptionRow): string | null {
  try {
    return vault.decrypt(placeOf("subscriptions.secret", id), secret);
  } catch {
    return null;
  }
}

function callWebhook({ httpClient, now }: Needs, { address }: SubscriptionRow, secret: string, delivery: DeliveryRow): Promise<HttpAnswer> {
  const body = webhookBody(happenedIn(delivery), delivery.createdAt);
  const signed = signedHeaders(secret, { id: delivery.id, at: now(), body });
  return httpClient.call({
    url: address,
    headers: { "content-type": "application/json", "user-agent": "Trackside", ...signed },
    body,
    secrets: [secret],
  });
}

/** Writes to the owner's chat in the shop's own language, like its emails to the owner. */
async function callBot({ db, httpClient }: Needs, { address }: SubscriptionRow, token: string, delivery: DeliveryRow): Promise<HttpAnswer> {
  const { rows } = await db.execute<{ language: string }>(sql`select shop_language() as language`);
  const message = {
    chat_id: address,
    text: botMessage(happenedIn(delivery), httpClient.origin, chatTexts(rows[0]?.language ?? "")),
    link_preview_options: { is_disabled: true },
  };
  return httpClient.callBot(token, "sendMessage", JSON.stringify(message));
}

function happenedIn({ event, facts }: DeliveryRow): Happened {
  return { event, facts } as Happened;
}

type Judged = { status: number | null; text: string | null; retryAfterMs: number | null; problem: KeyedText | null; isForGood: boolean };

/** A status from 200 to 299 means that it arrived; 410 means that the receiver is gone for good. */
function judged(answer: HttpAnswer): Judged {
  if ("problem" in answer) return { status: null, text: null, retryAfterMs: null, problem: answer.problem, isForGood: false };

  const { status, text } = answer;
  const retryAfterMs = answer.retryAfterMs ?? retryAfterInText(text);
  const problem = status >= 200 && status < 300 ? null : problemOf(status);
  return { status, text, retryAfterMs, problem, isForGood: status === 410 };
}

/** Gives up at once; the problem tells the admin what to do. */
function lostSecret({ kind }: SubscriptionRow): Judged {
  const problem = textOf(kind === "bot" ? "botTokenLost" : "webhookSecretLost");
  return { status: null, text: null, retryAfterMs: null, problem, isForGood: true };
}

/** Telegram puts the time to wait into the answer's body instead of a header. */
function retryAfterInText(text: string): number | null {
  const [, seconds] = /"retry_after"\s*:\s*(\d{1,6})\b/.exec(text) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

function problemOf(status: number): KeyedText {
  return textOf(status >= 300 && status < 400 ? "answeredRedirect" : "answeredStatus", { status });
}
