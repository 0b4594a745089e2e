import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const TOLERANCE_S = 5 * 60;

/**
 * Checks a webhook as whoever gets one does, by the scheme that Standard Webhooks describes and by nothing of the shop's own code: throws where the time or no signature fits,
 * else gives what it carries.
 */
export function verifyWebhook(secret: string, headers: IncomingHttpHeaders | Record<string, string>, body: string, now: Date): unknown {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => String(headers[name] ?? ""));
  if (!id || !timestamp || !signatures) throw new Error("a header is missing");
  if (Math.abs(now.getTime() / 1_000 - Number.parseInt(timestamp, 10)) > TOLERANCE_S) throw new Error("the timestamp is too far from now");

  const key = Buffer.from(secret.split("_")[1] ?? "", "base64");
  const expected = createHmac("sha256", key).update([id, timestamp, body].join(".")).digest();
  const fits = signatures
    .split(" ")
    .map((signature) => signature.split(","))
    .some(([version, given = ""]) => version === "v1" && isSame(Buffer.from(given, "base64"), expected));
  if (!fits) throw new Error("no signature fits");
  return JSON.parse(body);
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
