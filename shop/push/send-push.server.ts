import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { KeyedText } from "#messages/keyed-text.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { pushTexts } from "#shop/emails/chat-texts.ts";
import { waitBeforeNextAttempt } from "#shop/outbox/retry-waits.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { includesRight, type Right, type Rights } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { settingIn } from "#shop/settings/shop-settings.ts";
import { inEnglish } from "#shop/stored-text.ts";
import { PUSH_GAP_MS, PUSH_RETRIES } from "./constants.ts";
import { deliverPush, isForGood } from "./deliver-push.server.ts";
import { findOrderNews, ORDER_NEWS } from "./order-news.server.ts";
import { type PushMessage, type PushTopic, pushPaths, pushRights } from "./push-news.ts";
import { pushText } from "./push-text.ts";
import { SEND_PUSH } from "./queue-pushes.server.ts";
import { pushDevices } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "log" | "now" | "httpClient" | "jobs" | "settings">;
type Payload = Record<string, string>;
type DeviceRow = typeof pushDevices.$inferSelect & { language: string | null; rights: Rights };
type News = { topic: PushTopic; paise: number; currency: string };

/** What a job has to tell a device; `message` is null if that is no news any more. */
type Push = { device: typeof pushDevices.$inferSelect; message: () => Promise<PushMessage | null> };

/**
 * Runs the job of a notification. A device gets at most one in `PUSH_GAP_MS`: the job then waits,
 * and tells of what waits at that time. Nothing is sent about an order that nobody has to look at
 * any more, and nothing to who lacks the topic's right, or does not open the order, by then. A
 * failure is retried for about an hour. [S12.10] [S13.9] [S14.11]
 */
export async function runPushJob(services: Needs, payload: Payload): Promise<void> {
  const { deviceId = "", attempts = "0" } = payload;
  const push = payload.topic === ORDER_NEWS ? await findOrderNews(services, payload) : await findShopNews(services, payload);
  if (!push) return;

  const sinceMs = services.now().getTime() - (push.device.notifiedAt?.getTime() ?? 0);
  if (sinceMs >= 0 && sinceMs < PUSH_GAP_MS) return sendLater(services, payload, Number(attempts), PUSH_GAP_MS - sinceMs);

  const message = await push.message();
  if (!message) return;
  const { problem, retryAfterMs } = await deliverPush(services, push.device, message);
  if (problem === null) return;
  const failed = Number(attempts) + 1;
  const waitMs = isForGood(problem) ? null : waitBeforeNextAttempt(PUSH_RETRIES, failed, retryAfterMs);
  services.log.warn("push not sent", { deviceId, problem: inEnglish(problem), isGivenUp: waitMs === null });
  if (waitMs !== null) await sendLater(services, payload, failed, waitMs);
}

/**
 * Sends a test to one of the admin's own devices at once, and returns why it did not arrive, or
 * null. It is not retried. Refuses `pushDeviceNotFound`. For admins. [S12.10]
 */
export async function sendTestPush(
  services: Needs,
  actor: Actor,
  deviceId: string,
): Promise<Result<{ problem: KeyedText | null }, "adminsOnly" | "pushDeviceNotFound">> {
  if (actor.kind !== "admin") return refused("adminsOnly");

  const device = await findDevice(services, and(eq(pushDevices.id, deviceId), eq(pushDevices.userId, actor.userId)));
  if (!device) return refused("pushDeviceNotFound");
  const { problem } = await deliverPush(services, device, await messageFor(services, device, testNews, 0));
  return ok({ problem });
}

const testNews: News = { topic: "test", paise: 0, currency: "INR" };

/** What the shop's side is told: the device of who may hear it, and how much waits. */
async function findShopNews(services: Needs, { deviceId = "", topic = "", paise = "", currency = "INR" }: Payload): Promise<Push | null> {
  const device = await findDevice(services, eq(pushDevices.id, deviceId));
  if (!device || !isTopic(topic) || !mayHear(device.rights, topic)) return null;
  const news = { topic, paise: Number(paise), currency };
  return {
    device,
    async message() {
      const waiting = await countWaiting(services, topic);
      return topic !== "payment" && waiting === 0 ? null : messageFor(services, device, news, waiting);
    },
  };
}

/** A device of somebody who works in the shop, with the rights and the language of that person. */
async function findDevice({ db }: Needs, which: ReturnType<typeof and>): Promise<DeviceRow | null> {
  const mine = sql`(select from users where users.id = ${pushDevices.userId} and users.role <> 'customer' and not users.disabled)`;
  const language = sql<string | null>`(select coalesce(users.language, shop_language()) from users where users.id = ${pushDevices.userId})`;
  const granted = sql<Right[] | null>`(select users.rights from users where users.id = ${pushDevices.userId} and users.role = 'helper')`;
  const [row] = await db
    .select({ device: pushDevices, language, granted })
    .from(pushDevices)
    .where(and(which, isNull(pushDevices.browserHash), sql`exists ${mine}`));
  return row ? { ...row.device, language: row.language, rights: row.granted ?? "all" } : null;
}

function mayHear(rights: Rights, topic: PushTopic): boolean {
  // The page that it opens is for who reads orders.
  if (topic === "claim" && !includesRight(rights, "read-orders")) return false;
  const right = pushRights[topic];
  return right === null || [right].flat().some((one) => includesRight(rights, one));
}

function isTopic(text: string): text is PushTopic {
  return Object.hasOwn(pushPaths, text);
}

/** How many orders wait, counted up to a number that a notification can say. */
function countPending(services: Needs): Promise<number> {
  return count(services, sql`select from orders where status = 'pending' limit 1000`);
}

/** How many orders wait for an answer, or claims for a decision, else orders, counted up to the same number. [S14.10] [S15.9] */
function countWaiting(services: Needs, topic: PushTopic): Promise<number> {
  if (topic === "message") return count(services, sql`select from conversations where waits_for = 'shop' limit 1000`);
  if (topic === "claim") return count(services, sql`select from claims where state = 'open' limit 1000`);
  return countPending(services);
}

async function count({ db }: Needs, rows: SQL): Promise<number> {
  const { rows: counted } = await db.execute<{ n: number }>(sql`select count(*)::integer as n from (${rows}) as counted`);
  return counted[0]?.n ?? 0;
}

/** A later job has a key of its own, so that news that come meanwhile are sent at once. */
async function sendLater({ db, jobs }: Needs, payload: Payload, attempts: number, delayMs: number): Promise<void> {
  const { deviceId = "", topic = "", orderId } = payload;
  const key = ["push-again", topic, deviceId, ...(orderId === undefined ? [] : [orderId])].join(":");
  await jobs.add(db, { task: SEND_PUSH, payload: { ...payload, attempts: String(attempts) }, key, delayMs });
}

async function messageFor(services: Needs, { language }: DeviceRow, news: News, waiting: number): Promise<PushMessage> {
  const { texts, language: code } = pushTexts(language);
  const title = settingIn(await readSettings(services), "name", code).text;
  return { title, body: pushText({ ...news, waiting }, texts), topic: news.topic, path: pushPaths[news.topic] };
}
