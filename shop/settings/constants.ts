import { HOUR_MS, MINUTE_MS } from "#shop/constants.ts";

export const SELLER_NAME_MAX_LENGTH = 200;
export const SELLER_ADDRESS_MAX_LENGTH = 500;
export const GSTIN_LENGTH = 15;
/** In hundredths of a percent. */
export const GST_RATE_MAX = 10_000;
/** The earliest year that a shop can give as its beginning. [S1.3] */
export const SINCE_YEAR_MIN = 1_900;
/** How often an open page checks whether the settings changed. */
export const SETTINGS_CHECK_MS = 60_000;
/** The window in which the messages of one network to the shop are counted. [S2.27] */
export const CONTACT_MESSAGES_WINDOW_MS = 10 * MINUTE_MS;
/** The default window in which attempts are counted against the owner's limits. */
export const LIMIT_WINDOW_MS = 60_000;
/** The highest limit that the owner can set. */
export const LIMIT_MAX = 1_000_000;
/**
 * How many wrong keys for one order, from all networks together, are checked in a window before the
 * next one has to wait. [S6.6]
 */
export const WRONG_KEYS_OF_ORDER_MAX = 20;
/** How many unknown API keys one network may send in a minute before the next one has to wait. */
export const WRONG_API_KEYS_MAX = 20;
/** How often somebody who may not see IDs may check some in an hour. [S13.4] */
export const ID_CHECKS_MAX = 60;
/** How many invitations one network may try to open or use in a minute. [S13.7] */
export const INVITATION_ATTEMPTS_MAX = 20;
/**
 * How many new proofs the buyer of one order may send in a window, from all networks together.
 * [S4.9]
 */
export const UPLOADS_OF_ORDER_MAX = 10;
/**
 * One network may send this many times more wrong passwords for all accounts than for one. [S8.3]
 */
export const WRONG_PASSWORDS_OF_ADDRESS_TIMES = 10;
/**
 * When one account gets this many times its limit of wrong passwords from all networks together,
 * each sign-in to it is delayed.
 */
export const WRONG_PASSWORDS_UNSLOWED_TIMES = 10;
export const SLOWED_SIGN_IN_MS = 2_000;
/** How many accounts may be opened for one mailbox within the window. [S8.3] */
export const SIGN_UPS_OF_MAILBOX_MAX = 10;
export const SIGN_UPS_OF_MAILBOX_WINDOW_MS = HOUR_MS;
/**
 * How many reset links one mailbox may be sent within the window. The owner sets the limit for one
 * network. [S2.17] [S8.3]
 */
export const RESETS_OF_MAILBOX_MAX = 3;
export const RESETS_WINDOW_MS = 15 * MINUTE_MS;
/** The name of a new shop, as in the first migration. */
export const FIRST_SHOP_NAME = "Trackside";
/**
 * Forged events of payment providers per address and window; further ones are answered 429. [S10.4]
 */
export const FORGED_EVENTS_MAX = 60;
/** The buyer of one order may try once within this time to pay it again. [S10.3] */
export const PAY_AGAIN_WINDOW_MS = 20_000;
/**
 * How often the way back from a provider asks it about one order within a window. Further ones ask
 * nothing: an event or the next check brings the money. [S10.3]
 */
export const RETURNS_OF_ORDER_MAX = 6;
/**
 * How often one network may leave an address for a sold-out product within the window, and how many
 * emails with a link to confirm one address gets. Phones share a network. [S12.9]
 */
export const WAITLIST_OF_NETWORK_MAX = 20;
export const WAITLIST_OF_EMAIL_MAX = 3;
export const WAITLIST_WINDOW_MS = HOUR_MS;
/** The most messages of an order's buyer in an hour, and of all buyers in one network. [S14.12] */
export const BUYERS_MESSAGES_OF_ORDER_MAX = 20;
export const BUYERS_MESSAGES_OF_NETWORK_MAX = 60;
