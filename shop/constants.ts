/**
 * The specification's numbers (S9), and those that several features share. A feature has its own in
 * its folder's `constants.ts`. Durations are in ms, sizes in bytes, money in paise. [S9.5]
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The longest gift card code, without spaces and hyphens. [S9.1] */
export const GIFT_CARD_CODE_MAX_LENGTH = 14;
/** How long "Copied" is shown after copying everything. [S9.1] */
export const COPIED_INDICATOR_MS = 2_000;
/** How long "Copied" is shown after copying a single ID. [S9.1] */
export const COPIED_SINGLE_INDICATOR_MS = 1_000;
/** How long `Product added successfully!` is shown. [S9.1] */
export const PRODUCT_ADDED_MESSAGE_MS = 3_000;
/** How long the edit form waits before it returns to the inventory. [S9.1] */
export const EDIT_REDIRECT_MS = 1_500;
/** How long each testimonial is shown. [S9.1] */
export const TESTIMONIAL_ROTATION_MS = 5_000;
/** How many characters of an order's id the queue shows. [S9.2] */
export const REQUEST_ID_SHOWN_LENGTH = 8;
/** How many characters of a user's id the queue shows. [S9.2] */
export const USER_ID_SHOWN_LENGTH = 6;
/** How long before its end a session is renewed. [S9.4] */
export const SESSION_RENEWAL_MS = 5 * MINUTE_MS;
/**
 * The wait after the first error in renewing a session; it doubles after each further error, up to
 * the maximum. [S9.4]
 */
export const SESSION_RENEWAL_BACKOFF_MIN_MS = 30_000;
export const SESSION_RENEWAL_BACKOFF_MAX_MS = 16 * MINUTE_MS;
/** The timeout of authentication requests, and the longer one on mobile devices. [S9.4] */
export const AUTH_TIMEOUT_MS = 30_000;
export const AUTH_TIMEOUT_MOBILE_MS = 60_000;
/** For how long an upload is retried, and for how long another call to the file storage. [S9.4] */
export const UPLOAD_RETRY_MS = 10 * MINUTE_MS;
export const STORAGE_RETRY_MS = 2 * MINUTE_MS;

export const EMAIL_MAX_LENGTH = 254;
export const PERSON_NAME_MAX_LENGTH = 100;
/** The longest web address that somebody enters. */
export const LINK_MAX_LENGTH = 2_000;
/** The longest message to the shop. [S2.27] */
export const CONTACT_MESSAGE_MAX_LENGTH = 5_000;
/** The most characters of a message about an order. [S14.2] */
export const ORDER_MESSAGE_MAX_LENGTH = 2_000;
/**
 * The most pixels of a picture by its format, so that decoding one takes at most about 270 MB. A
 * pixel takes up to 32 bytes in AVIF, 6 in GIF, 10 in a progressive JPEG or interlaced PNG
 * (`inPasses`), and up to 3 otherwise. The figures are in
 * docs/decisions/0035-pictures-in-a-process.md.
 */
export const PICTURE_MAX_PIXELS = {
  jpeg: 50_000_000,
  png: 50_000_000,
  webp: 25_000_000,
  gif: 25_000_000,
  avif: 8_500_000,
  inPasses: 16_000_000,
} as const;
/**
 * A longer side, or a JPEG with more scans, would keep the decoder busy for long even with few
 * bytes and pixels.
 */
export const PICTURE_MAX_SIDE = 20_000;
export const PICTURE_MAX_SCANS = 50;
/**
 * The size of a challenge. On average a browser tries half of the steps, each of this many rounds
 * of PBKDF2: 1 s on one core of a small server, 1 to 3 s on a mid-range phone. A challenge is valid
 * as long as an upload may take. A browser gives up after this many challenges for one order.
 */
export const CHALLENGE_STEPS_MAX = 3_500;
export const CHALLENGE_COST = 1_000;
export const CHALLENGE_VALID_MS = 10 * MINUTE_MS;
export const CHALLENGES_MAX = 5;
/** How long the link of a password reset is valid. [S2.17] */
export const RESET_LINK_VALID_MS = HOUR_MS;
/** The longest search text, in characters: as long as an email address. */
export const SEARCH_MAX_LENGTH = 254;
/** How many rows a page of a long list has. */
export const PAGE_SIZE = 20;
/** How soon the shop promises to process an order, in hours. [S1.2] */
export const APPROVAL_MIN_HOURS = 12;
export const APPROVAL_MAX_HOURS = 24;
/**
 * The wait before a lost live connection is reopened; it doubles after each failure, up to the
 * maximum. [S4.7]
 */
export const LIVE_RETRY_MIN_MS = 1_000;
export const LIVE_RETRY_MAX_MS = 30_000;

/**
 * A page that follows changes is loaded again at most this often: a busy queue would otherwise
 * keep a phone and the shop loading without end. [S4.7]
 */
export const LIVE_RELOAD_PAUSE_MS = 1_000;
/** How many times more an IPv6 /56 and /48 may attempt than one network in it. */
export const OF_56_TIMES = 2;
export const OF_48_TIMES = 4;
