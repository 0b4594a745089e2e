import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import type { RetryWaits } from "#shop/outbox/retry-waits.ts";

/**
 * The waits after each failed delivery: ten attempts in 3 days. A receiver may ask for a longer
 * wait, up to the maximum.
 */
export const DELIVERY_RETRIES: RetryWaits = {
  waitsMs: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 57_600_000, 86_400_000],
  askedMaxMs: HOUR_MS,
};
/**
 * How long a process has claimed a delivery; then another may try. Longer than the timeout of any
 * answer.
 */
export const DELIVERY_CLAIM_MS = 60_000;
/** How long a delivery is stored, whatever its state; and the most webhooks and chats. */
export const DELIVERY_STORED_MS = 90 * DAY_MS;
export const SUBSCRIPTIONS_MAX = 20;
