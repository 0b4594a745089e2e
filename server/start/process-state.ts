import { countStreams } from "#platform/live/open-streams.ts";
import type { ProcessState, Services } from "#platform/provides.ts";
import { openRateLimits } from "#platform/rate-limit/rate-limit.ts";
import { openSessions } from "#shop/accounts/sessions/who-is.server.ts";
import { openBackups } from "#shop/backups/backup-state.server.ts";
import { PLACED_EMAILS_WINDOW_MS } from "#shop/emails/constants.ts";
import { openPace } from "#shop/orders/pace/read-pace.server.ts";
import { openOrderQueue } from "#shop/orders/placing/order-queue.server.ts";
import { placeTogether } from "#shop/orders/placing/place-orders.server.ts";
import { openReviewWait } from "#shop/orders/waits/read-review-wait.server.ts";
import { openPages } from "#shop/pages/published-pages.server.ts";
import { openSettings } from "#shop/settings/settings.server.ts";

/**
 * What a process keeps in memory for one database. Every cache, counter or queue of the shop
 * belongs here: nothing that depends on a database is stored at the top level of a module, except
 * the last request code (`next-request-code.server.ts`), where the search for the next one starts.
 */
export function openProcessState(services: Pick<Services, "db" | "live" | "now">): ProcessState {
  const settings = openSettings(services);
  return {
    settings,
    pages: openPages(services),
    backups: openBackups(services),
    reviewWait: openReviewWait(services),
    pace: openPace({ ...services, settings }),
    sessionsByHash: openSessions(services),
    waits: new Map(),
    orderQueue: openOrderQueue(placeTogether),
    emailsOfOrders: openRateLimits(services.now, PLACED_EMAILS_WINDOW_MS),
    streams: countStreams(),
  };
}
