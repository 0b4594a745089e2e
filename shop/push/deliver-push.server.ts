import { and, eq } from "drizzle-orm";
import type { KeyedText } from "#messages/keyed-text.ts";
import type { HttpAnswer } from "#platform/http-client/http-client.ts";
import type { Services } from "#platform/provides.ts";
import { type BrowserKeys, encryptMessage } from "#platform/web-push/encrypt-message.server.ts";
import { signedHeader } from "#platform/web-push/push-key.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { textOf } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { PUSH_STORED_SECONDS } from "./constants.ts";
import { pushKey } from "./push-key.server.ts";
import type { PushMessage } from "./push-news.ts";
import { pushDevices } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "httpClient" | "settings">;
type DeviceRow = typeof pushDevices.$inferSelect;

/** How a delivery went: `problem` is null if the push service took the message. */
type Delivered = { problem: KeyedText | null; retryAfterMs: number | null };

/**
 * Sends a message to a device once and records how it went. A device that its push service no longer
 * knows is removed. [S12.10] [S14.11]
 */
export async function deliverPush(services: Needs, device: DeviceRow, message: PushMessage): Promise<Delivered> {
  const delivered = await tryDelivering(services, device, message);
  const at = services.now();
  if (delivered.problem?.code === "pushDeviceGone") await forget(services, device);
  else await record(services, device, delivered.problem === null ? { notifiedAt: at, failedAt: null } : { failedAt: at });
  return delivered;
}

async function tryDelivering(services: Needs, device: DeviceRow, message: PushMessage): Promise<Delivered> {
  const readable = readDevice(services, device);
  if (!readable) return { problem: textOf("pushDeviceGone"), retryAfterMs: null };

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
export function isForGood({ code, words }: KeyedText): boolean {
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
