import { HOUR_MS } from "#shop/constants.ts";
import type { RetryWaits } from "#shop/outbox/retry-waits.ts";

/** The most devices of one admin that are notified. */
export const PUSH_DEVICES_MAX = 10;
/** The longest address of a push service; today's have up to about 500 characters. */
export const PUSH_ENDPOINT_MAX_LENGTH = 1_000;
/** A device gets at most one notification in this time: what comes meanwhile is told together. */
export const PUSH_GAP_MS = 20_000;
/** The waits after each failed attempt. Later, a notification would be no news. */
export const PUSH_RETRIES: RetryWaits = { waitsMs: [5_000, 60_000, 600_000, 3_600_000], askedMaxMs: HOUR_MS };
/** How long a push service stores a notification for a phone that is off. */
export const PUSH_STORED_SECONDS = 12 * 60 * 60;
