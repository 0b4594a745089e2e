import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shop/constants.ts";

export const REASON_MAX_LENGTH = 1_000;
export const NOTE_MAX_LENGTH = 2_000;
export const DOWNLOAD_LINK_MAX_LENGTH = 2_000;
/** The most messages of one order. [S14.12] */
export const MESSAGES_OF_ORDER_MAX = 200;
/** So many with those with which the shop still answers. */
export const MESSAGES_WITH_ANSWERS_MAX = 250;
/** The most pictures in the messages of one order. [S14.12] */
export const PICTURES_OF_ORDER_MAX = 20;
/** How many of an order's messages its page shows, unless all are asked for. */
export const MESSAGES_SHOWN = 5;
/** How long a buyer who did not open the page gets no other email about a message. [S14.10] */
export const MESSAGE_EMAIL_EVERY_MS = 15 * MINUTE_MS;
/**
 * How long the email about a message waits: an open page shows it within 2 s, and who is on it, or
 * comes back to it, needs no email. [S14.10]
 */
export const MESSAGE_EMAIL_DELAY_MS = MINUTE_MS;
/** How long a replacement may be claimed at least. [S15.3] */
export const CLAIM_OF_REPLACEMENT_HOURS = 24;
/** How long after the time to claim a refused claim may be opened once more. [S15.4] */
export const CLAIM_AGAIN_HOURS = 48;
/** How many claims are decided at once. [S15.9] */
export const CLAIMS_AT_ONCE_MAX = 50;
/** How many other orders of its buyer are counted for a claim. */
export const RECORD_ORDERS_MAX = 200;
/** The longest text read as a gift card code, with its spaces, dashes and invisible characters. */
export const GIFT_CARD_TEXT_MAX_LENGTH = 200;
/** The most IDs in one order. */
export const QUANTITY_MAX = 1_000;
/** The most characters of IDs in one form. */
export const ID_TEXT_MAX_LENGTH = 2_000_000;
/** The shortest and the longest idempotency key. */
export const IDEMPOTENCY_KEY_MIN_BYTES = 16;
export const IDEMPOTENCY_KEY_MAX_BYTES = 200;
/** How long an idempotency key returns the same order. */
export const IDEMPOTENCY_KEY_VALID_MS = DAY_MS;
/**
 * How many orders one network may have pending before each further order needs a solved challenge.
 */
export const UNSOLVED_ORDERS_OF_ADDRESS_MAX = 10;
/** When a proof that could not be read is compared again. */
export const PROOF_RETRY_MS = 10 * MINUTE_MS;
/** The pause between two proofs, so that other work gets its turn. */
export const PROOF_PAUSE_MS = 50;
/** How long the notice is shown before an open page follows the download link. [S4.8] */
export const DOWNLOAD_HINT_MS = 5_000;
/**
 * How many browsers may read one guest's order. The oldest gives way, but never the one that placed
 * it.
 */
export const UNLOCKED_BROWSERS_MAX = 20;
/**
 * How many guest orders of each kind a step moves into an account, or closes to a browser. [S12.1]
 */
export const BROWSER_ORDERS_AT_ONCE = 1_000;
/**
 * If `OFTEN_FOUND` of a list's first `SEARCHED_TO_GUESS` orders match a search, the page is filled
 * from its first `SEARCHED_FIRST` orders.
 */
export const OFTEN_FOUND = 5;
export const SEARCHED_TO_GUESS = 1_000;
export const SEARCHED_FIRST = 10_000;
/** How many ordinary orders of all pages are chosen together; they are sent in several steps. */
export const ORDINARY_AT_ONCE_MAX = 1_000;
/** How many ordinary orders can be approved at once. */
export const APPROVALS_AT_ONCE_MAX = 50;
/**
 * The timeout of an order without a proof; then the browser reports that it is not connected. An
 * order with a proof has `UPLOAD_RETRY_MS`. [S8.4]
 */
export const ORDER_TIMEOUT_MS = 30_000;
/**
 * A file that belongs to no order and no product is removed at this age. A younger one may belong
 * to an order that is still being written.
 */
export const UNUSED_FILE_STORED_MS = DAY_MS;
/** How often the shop checks for files to remove. */
export const SWEEP_EVERY_MS = HOUR_MS;
/** What `expired_after_hours` says of an order whose time to pay ended. [S10.7] [S10.12] */
export const TIME_TO_PAY_ENDED = 0;
/** How many orders one step of the retention chore erases data of. */
export const ERASED_AT_ONCE = 100;
/** The most connections that a process uses to place orders. The others stay free for pages. */
export const PLACING_AT_ONCE = 12;
/** The most orders placed in one batch. */
export const PLACED_TOGETHER_MAX = 128;
/**
 * How long a batch waits for a lock on one of its products. After that, only the orders of that
 * product go on waiting.
 */
export const PLACING_LOCK_TIMEOUT_MS = 250;
/**
 * After this long, the next batch need not wait for a batch that is not back: its connection may be
 * dead, or it is a large one. This many batches may be in flight.
 */
export const PLACING_OVERDUE_MS = 1_000;
export const PLACING_BATCHES_AT_ONCE = 3;
/** How many orders the queue, and a customer's order history, count for their filters. [S10.17] [S2.20] */
export const ORDERS_COUNTED_MAX = 1_000;
/** How many tickets a browser can store to read them offline. [S12.11] */
export const OFFLINE_TICKETS_MAX = 50;
/** How many products the queue offers as a filter: those with the most pending orders. [S12.6] */
export const QUEUE_PRODUCTS_SHOWN = 50;
