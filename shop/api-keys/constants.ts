import { MINUTE_MS } from "#shop/constants.ts";

/**
 * An API key: its random bytes, the characters of it shown later, the longest name, how many may be
 * active and how many are listed.
 */
export const API_KEY_BYTES = 32;
export const API_KEY_SHOWN_LENGTH = 7;
export const API_KEY_NAME_MAX_LENGTH = 60;
export const API_KEYS_MAX = 50;
export const API_KEYS_LISTED_MAX = 200;
/** The shortest time between two records of an API key's use. */
export const API_KEY_USED_MS = 5 * MINUTE_MS;
