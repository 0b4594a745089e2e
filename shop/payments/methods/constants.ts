/** The longest key or secret of a provider. */
export const SECRET_PART_MAX_LENGTH = 255;
/** How long the webhook secret before counts: providers sign repetitions with it for 24 hours. [S10.16] */
export const OLD_WEBHOOK_SECRET_MS = 24 * 60 * 60 * 1_000;
