import { and, eq, type SQL, sql } from "drizzle-orm";
import type { KeyedText } from "#messages/keyed-text.ts";
import type { HttpAnswer } from "#platform/http-client/http-client.ts";
import type { Services } from "#platform/provides.ts";
import { type BrowserKeys, encryptMessage } from "#platform/web-push/encrypt-message.server.ts";
import { signedHeader } from "#platform/web-push/push-key.server.ts";
import type { Actor } from "#shop/actor.ts";
import { pushTexts } from "#shop/emails/chat-texts.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { waitBeforeNextAttempt } from "#shop/outbox/retry-waits.ts";
import { ok, type Result, refused, textOf } from "#shop/refusal.ts";
import { includesRight, type Right, type Rights } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { settingIn } from "#shop/settings/shop-settings.ts";
import { inEnglish } from "#shop/stored-text.ts";
import { PUSH_GAP_MS, PUSH_RETRIES, PUSH_STORED_SECONDS } from "./constants.ts";
import { pushKey } from "./push-key.server.ts";
import { type PushMessage, type PushTopic, pushPaths, pushRights } from "./push-news.ts";
import { pushText } from "./push-text.ts";
import { SEND_PUSH } from "./queue-pushes.server.ts";
import { pushDevices } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "log" | "now" | "httpClient" | "jobs" | "settings">;
type DeviceRow = typeof pushDevices.$inferSelect & { language: string | null; rights: Rights };
type News = { topic: PushTopic; paise: number; currency: string };

/**
 * Runs the job of a notification. A device gets at most one in `PUSH_GAP_MS`: the job then waits,
 * and tells of what waits at that time. Nothing is sent about an order that nobody has to look at
 * any more, and nothing to who lacks the topic's right by then. A failure is retried for about an
 * hour. [S12.10] [S13.9]
 */
export async function runPushJob(
  services: Needs,
  { deviceId = "", topic = "", paise = "", currency = "INR", attempts = "0" }: Record<string, string>,
): Promise<void> {
  const device = await findDevice(services, eq(pushDevices.id, deviceId));
  if (!device || !isTopic(topic) || !mayHear(device.rights, topic)) return;

  const news = { topic, paise: Number(paise), currency };
  const sinceMs = services.now().getTime() - (device.notifiedAt?.getTime() ?? 0);
  if (sinceMs >= 0 && sinceMs < PUSH_GAP_MS) return sendLater(services, deviceId, news, Number(attempts), PUSH_GAP_MS - sinceMs);

  const waiting = await countWaiting(services, topic);
  if (topic !== "payment" && waiting === 0) return;
  const { problem, retryAfterMs } = await send(services, device, news, waiting);
  if (problem === null) return;
  const failed = Number(attempts) + 1;
  const waitMs = isForGood(problem) ? null : waitBeforeNextAttempt(PUSH_RETRIES, failed, retryAfterMs);
  services.log.warn("push not sent", { deviceId, problem: inEnglish(problem), isGivenUp: waitMs === null });
  if (waitMs !== null) await sendLater(services, deviceId, news, failed, waitMs);
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
  const { problem } = await send(services, device, { topic: "test", paise: 0, currency: "INR" }, 0);
  return ok({ problem });
}

/** A device of somebody who works in the shop, with the rights and the language of that person. */
async function findDevice({ db }: Needs, which: ReturnType<typeof and>): Promise<DeviceRow | null> {
  const mine = sql`(select from users where users.id = ${pushDevices.userId} and users.role <> 'customer' and not users.disabled)`;
  const language = sql<string | null>`(select coalesce(users.language, shop_language()) from users where users.id = ${pushDevices.userId})`;
  const granted = sql<Right[] | null>`(select users.rights from users where users.id = ${pushDevices.userId} and users.role = 'helper')`;
  const [row] = await db
    .select({ device: pushDevices, language, granted })
    .from(pushDevices)
    .where(and(which, sql`exists ${mine}`));
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
async function sendLater({ db, jobs }: Needs, deviceId: string, news: News, attempts: number, delayMs: number): Promise<void> {
  const payload = { deviceId, topic: news.topic, paise: String(news.paise), currency: news.currency, attempts: String(attempts) };
  await jobs.add(db, { task: SEND_PUSH, payload, key: `push-again:${news.topic}:${deviceId}`, delayMs });
}

type Sent = { problem: KeyedText | null; retryAfterMs: number | null };

/**
 * Sends once and records how it went. A device that its push service no longer knows is removed.
 */
async function send(services: Needs, device: DeviceRow, news: News, waiting: number): Promise<Sent> {
  const sent = await trySending(services, device, news, waiting);
  const at = services.now();
  if (sent.problem?.code === "pushDeviceGone") await forget(services, device);
  else await record(services, device, sent.problem === null ? { notifiedAt: at, failedAt: null } : { failedAt: at });
  return sent;
}

async function trySending(services: Needs, device: DeviceRow, news: News, waiting: number): Promise<Sent> {
  const readable = readDevice(services, device);
  if (!readable) return { problem: textOf("pushDeviceGone"), retryAfterMs: null };

  const message = await messageFor(services, device, news, waiting);
  const answer = await callPushService(services, readable, message);
  if ("problem" in answer) return { problem: answer.problem, retryAfterMs: null };

  const { status, retryAfterMs } = answer;
  if (status === 404 || status === 410) return { problem: textOf("pushDeviceGone"), retryAfterMs: null };
  if (status < 200 || status >= 300) return { problem: textOf("answeredStatus", { status }), retryAfterMs };
  return { problem: null, retryAfterMs: null };
}

async function record({ db }: Needs, { id }: DeviceRow, how: { notifiedAt?: Date; failedAt: Date | null }): Promise<void> {
  await db.update(pushDevices).set(how).where(eq(pushDevices.id, id));
}

/**
 * Trying again does not help if the device is gone,
 * or if the push service says that the call is wrong.
 */
function isForGood({ code, words }: KeyedText): boolean {
  if (code === "pushDeviceGone") return true;
  const status = Number(words?.status ?? 0);
  return status >= 300 && status < 500 && status !== 429 && status !== 408;
}

type Decrypted = { endpoint: string; keys: BrowserKeys };

/** Returns null if the row was encrypted with a secret of the shop that is lost. */
function readDevice({ vault }: Needs, { endpointHash, endpoint, keys }: DeviceRow): Decrypted | null {
  try {
    const address = vault.decrypt(placeOf("push_devices.endpoint", endpointHash), endpoint);
    return { endpoint: address, keys: JSON.parse(vault.decrypt(placeOf("push_devices.keys", endpointHash), keys)) as BrowserKeys };
  } catch {
    return null;
  }
}

/** Removes a device, unless its browser asked again meanwhile. */
async function forget({ db }: Needs, { id, keys }: DeviceRow): Promise<void> {
  await db.delete(pushDevices).where(and(eq(pushDevices.id, id), eq(pushDevices.keys, keys)));
}

async function messageFor(services: Needs, { language }: DeviceRow, news: News, waiting: number): Promise<PushMessage> {
  const { texts, language: code } = pushTexts(language);
  const title = settingIn(await readSettings(services), "name", code).text;
  return { title, body: pushText({ ...news, waiting }, texts), topic: news.topic, path: pushPaths[news.topic] };
}

/**
 * Calls the push service by the guarded HTTP client. `Topic` lets it keep only the newest message
 * about each subject for a phone that is off.
 */
async function callPushService(services: Needs, { endpoint, keys }: Decrypted, message: PushMessage): Promise<HttpAnswer> {
  const { httpClient, now } = services;
  const contact = await contactOf(services);
  return httpClient.call({
    url: endpoint,
    headers: {
      authorization: signedHeader(await pushKey(services), { endpoint, contact, at: now() }),
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      "user-agent": "Trackside",
      ttl: String(PUSH_STORED_SECONDS),
      urgency: "high",
      topic: message.topic,
    },
    body: encryptMessage(JSON.stringify(message), keys),
    secrets: [],
  });
}

/** Push services want to know whom to write to if a shop misbehaves. */
async function contactOf(services: Needs): Promise<string> {
  const { origin } = services.httpClient;
  if (origin?.startsWith("https:")) return origin;
  const { supportEmail } = await readSettings(services);
  return `mailto:${supportEmail ?? "owner@trackside.invalid"}`;
}
