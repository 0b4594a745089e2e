import { DAY_MS, MINUTE_MS } from "#shop/constants.ts";

/** The longest key or secret of a provider. */
export const SECRET_PART_MAX_LENGTH = 255;
/**
 * How long the webhook secret before counts: providers sign repetitions with it for 24 hours.
 * [S10.16]
 */
export const OLD_WEBHOOK_SECRET_MS = DAY_MS;
/** After how long the owner is warned on every page that a provider does not answer. [S10.11] */
export const SILENCE_WARNED_AFTER_MS = 10 * MINUTE_MS;
