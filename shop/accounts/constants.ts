import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shop/constants.ts";

/** How many characters of the browser's user agent a session stores. */
export const USER_AGENT_MAX_LENGTH = 300;
/** Password policy. [S7.4] */
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
/** How long a customer's session lasts; use renews it. [S4.10] */
export const CUSTOMER_SESSION_MS = 30 * DAY_MS;
/** How long an admin's session lasts at most. [S4.10] */
export const ADMIN_SESSION_MS = 12 * HOUR_MS;
/** How long an admin's session lasts without use. [S4.10] */
export const ADMIN_IDLE_MS = HOUR_MS;
/** The shortest time between two renewals of a customer's session. */
export const CUSTOMER_SESSION_SLIDE_MS = DAY_MS;
/** The shortest time between two records of an admin session's use. [S4.10] */
export const SESSION_SEEN_MS = 60_000;
/** How often an open page checks whether its session is still valid. [S4.10] */
export const SESSION_CHECK_MS = 60_000;
/** How many sessions the account page lists, last used first. */
export const OWN_SESSIONS_SHOWN = 20;
/** How long a person who entered the right password has to show the second factor. */
export const MFA_PENDING_MS = 10 * MINUTE_MS;
/** The digits of an authenticator app's code, and how long each code is shown (RFC 6238). */
export const ONE_TIME_CODE_DIGITS = 6;
export const ONE_TIME_CODE_MS = 30_000;
/** The length of an authenticator app's key in base32 characters: 160 bits. */
export const ONE_TIME_KEY_LENGTH = 32;
/** How long a new authenticator key waits to be confirmed by a first code. */
export const SETTING_UP_MS = 15 * MINUTE_MS;
/**
 * The number of recovery codes, and the base32 characters of each: 120 bits, so that even an
 * unkeyed hash of one reveals nothing.
 */
export const RECOVERY_CODES = 10;
export const RECOVERY_CODE_LENGTH = 24;
/**
 * After this many wrong codes in a row, an account has to wait this long before another code is
 * checked.
 */
export const WRONG_CODES_MAX = 5;
export const WRONG_CODES_WAIT_MS = 15 * MINUTE_MS;
/**
 * How long browsers store the session's cookie: as long as they allow. The session's real end is in
 * the database. [S4.10]
 */
export const SESSION_COOKIE_MS = 400 * DAY_MS;
/**
 * Hashing passwords in one process: how many at once, each with 16 MB; how many may wait, from all
 * networks and from one; for how long; and how much time of a minute one network has.
 */
export const HASH_LIMITS = {
  atOnce: 2,
  waitingMax: 64,
  waitingInLaneMax: 2,
  waitMaxMs: 10_000,
  budgetMs: 10_000,
  windowMs: MINUTE_MS,
};
/** After how long somebody may come back for whom too many waited. */
export const HASHES_BUSY_WAIT_MS = 5_000;
/** How long a browser is known in which somebody logged in, and the random part of its mark. */
export const DEVICE_COOKIE_MS = 365 * DAY_MS;
export const DEVICE_NONCE_BYTES = 12;
/**
 * The shortest time to answer a request for a reset link, so that the time does not reveal whether
 * the account exists. [S2.17]
 */
export const RESET_ANSWER_MS = 400;
/** How long the set-up link for the first admin is valid. [S6.8] */
export const SETUP_LINK_VALID_MS = HOUR_MS;
/**
 * How long the cookie lasts by which the shop recognizes a browser that placed or unlocked a
 * guest's order. [S6.6]
 */
export const BROWSER_COOKIE_MS = 365 * DAY_MS;
/**
 * How long the cookie of an opened private link lasts, with which the next page unlocks the order
 * for the browser. [S6.6]
 */
export const LINK_COOKIE_MS = 10 * MINUTE_MS;
