import type { IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";

/**
 * Checks a webhook as whoever gets one does, by the library of Standard Webhooks and by nothing of the shop's own code: throws where the time or no signature fits,
 * else gives what it carries. `now` is the receiver's time, which the library takes from the clock alone.
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
