import type { IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";

/**
 * Verifies a webhook as a receiver would, with the Standard Webhooks library and none of the shop's
 * code, and returns its content. Throws if the time or all signatures are wrong. `now` is the
 * receiver's time; the library can only read it from the clock.
 */
export function verifyWebhook(secret: string, headers: IncomingHttpHeaders | Record<string, string>, body: string, now: Date): unknown {
  const clock = Date.now;
  Date.now = () => now.getTime();
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    Date.now = clock;
  }
}
