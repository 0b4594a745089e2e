/**
 * The numbers that the shop is run by. Durations are in ms, sizes in bytes, money in paise. [S9.5]
 */

/** The longest gift card code, without spaces and hyphens. [S9.1] */
export const GIFT_CARD_CODE_MAX_LENGTH = 14;
/** The longest text read as a gift card code, with its spaces, dashes and invisible characters. */
export const GIFT_CARD_TEXT_MAX_LENGTH = 200;
/**
 * The last 4 characters of a code are shown if it has at least this length; of a shorter code they
 * would reveal most.
 */
export const GIFT_CARD_LAST_SHOWN_FROM = 8;
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

/** The highest price of a product: ₹10,00,000.00. [S5.8] */
export const PRICE_MAX_PAISE = 100_000_000;
/** The most IDs in one order. */
export const QUANTITY_MAX = 1_000;
export const PRODUCT_NAME_MAX_LENGTH = 200;
export const DESCRIPTION_MAX_LENGTH = 20_000;
export const IMAGE_URL_MAX_LENGTH = 2_000;
/**
 * The highest id of a stored row. Later ids stay far below 2^53, the limit of exact integers in
 * JavaScript.
 */
export const ROW_NUMBER_MAX = 1_000_000_000_000;
/** The highest value of an integer column. */
export const WHOLE_NUMBER_MAX = 2_147_483_647;
/** The longest text, and the highest amount in paise, of an imported order. */
export const OLD_TEXT_MAX_LENGTH = 1_000_000;
export const OLD_AMOUNT_MAX_PAISE = 1_000_000_000_000;
/** The longest pattern of a product's IDs, in characters. It bounds the time of matching. */
export const ID_PATTERN_MAX_LENGTH = 100;
/** The longest ID, in characters. */
export const ID_MAX_LENGTH = 500;
/** The longest text of an amount, with its currency and spaces. */
export const AMOUNT_MAX_LENGTH = 40;
/** The most characters of IDs in one form. */
export const ID_TEXT_MAX_LENGTH = 2_000_000;
/**
 * The most characters of IDs that an admin adds at once, pasted or as a file: 100,000 IDs of 99
 * characters. Such a form is multipart.
 */
export const ADDED_TEXT_MAX_LENGTH = 10_000_000;
/**
 * The most lines of added IDs, also of a CSV file: five times what owners were promised to add at
 * once, and about 150 MB of memory.
 */
export const ADDED_LINES_MAX = 500_000;
/**
 * How many IDs one transaction adds, or removes with a product. Orders of the product are placed in
 * between.
 */
export const IDS_AT_ONCE = 2_000;
/** The longest description of where an import comes from, and the longest name of a column. */
export const SOURCE_MAX_LENGTH = 100;
/**
 * How many lines of each kind the page of an import shows, and how long these lines and drafts are
 * stored.
 */
export const LINES_SHOWN = 20;
export const CHECKED_STORED_MS = 24 * 60 * 60 * 1_000;
export const REASON_MAX_LENGTH = 1_000;
export const NOTE_MAX_LENGTH = 2_000;
export const DOWNLOAD_LINK_MAX_LENGTH = 2_000;
export const EMAIL_MAX_LENGTH = 254;
export const PERSON_NAME_MAX_LENGTH = 100;
export const SHOP_NAME_MAX_LENGTH = 60;
export const BLURB_MAX_LENGTH = 300;
/** The longest web address in the settings. */
export const LINK_MAX_LENGTH = 2_000;
export const HOW_TO_PAY_MAX_LENGTH = 4_000;
/** The earliest year that a shop can give as its beginning. [S1.3] */
export const SINCE_YEAR_MIN = 1_900;
/** How often an open page checks whether the settings changed. */
export const SETTINGS_CHECK_MS = 60_000;
/**
 * The longest message to the shop, and the window in which the messages of one network are counted.
 * [S2.27]
 */
export const CONTACT_MESSAGE_MAX_LENGTH = 5_000;
export const CONTACT_MESSAGES_WINDOW_MS = 10 * 60 * 1_000;
/** How many characters of the browser's user agent a session stores. */
export const USER_AGENT_MAX_LENGTH = 300;

/** Password policy. [S7.4] */
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** The largest picture accepted as a payment proof. */
export const PROOF_MAX_BYTES = 10 * 1024 * 1024;
/** The largest width of a stored proof, so that a long screenshot stays readable. */
export const PROOF_STORED_MAX_WIDTH = 2_000;
/** The most pixels of a stored proof: 1200 x 20,000. */
export const PROOF_STORED_MAX_PIXELS = 24_000_000;
/** The largest picture accepted for a product. [S5.8] */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
/** The largest width and height of a stored product picture. */
export const IMAGE_STORED_MAX_SIDE = 1_200;
/** The browser shrinks a larger picture before the upload, if that makes the file smaller. */
export const PICTURE_SHRUNK_FROM_BYTES = 400 * 1024;
/** The sizes of the smaller copies of product pictures. */
export const IMAGE_SMALL_SIDE = 160;
export const IMAGE_MIDDLE_SIDE = 400;
export const IMAGE_LARGE_SIDE = 720;
/** How many bytes of smaller copies a process caches. */
export const SMALL_PICTURES_MAX_BYTES = 16 * 1024 * 1024;
/** How long pages that are the same for everybody are cached at most. */
export const PAGES_CACHED_FOR_MS = 1_000;
/** The shortest time between two purges of cached pages while changes are announced. */
export const PAGES_DROPPED_EVERY_MS = 50;
/** How many pages, and how many bytes of them, a process caches. */
export const PAGES_CACHED_MAX = 2_000;
export const PAGES_CACHED_MAX_BYTES = 32 * 1024 * 1024;
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
/** The decoder is killed if it uses more memory than this, or takes longer for one picture. */
export const DECODER_MEMORY_MAX_BYTES = 450 * 1024 * 1024;
export const DECODER_PICTURE_MS = 10_000;
/** The decoder is replaced after this many pictures, and stopped after this long without one. */
export const DECODER_PICTURES_MAX = 200;
export const DECODER_IDLE_MS = 5 * 60 * 1_000;
/** How many networks may have a picture waiting for the decoder. Each may have one. */
export const PICTURES_WAITING_MAX = 64;
/** How long one network may keep the decoder busy within a window. */
export const DECODER_NETWORK_MS = 10_000;
export const DECODER_NETWORK_WINDOW_MS = 60_000;
/** The largest JSON or form body without a picture. */
export const BODY_MAX_BYTES = 4 * 1024 * 1024;
/** The largest JSON or form body without a picture on pages where nobody pastes IDs. */
export const FORM_MAX_BYTES = 64 * 1024;
/**
 * The most fields of a form. An approval in which every reserved ID is marked as faulty and every
 * ID is a field has three times the quantity.
 */
export const FIELDS_MAX = 4 * QUANTITY_MAX;
/** How deep JSON may be nested. The shop's own JSON has at most three levels. */
export const JSON_DEPTH_MAX = 16;
/**
 * How many values JSON may have: for the IDs of one form, and for an order, which guests may send.
 */
export const JSON_VALUES_MAX = 250_000;
export const ORDER_VALUES_MAX = 100;
/** How many bytes of large bodies and forms a process holds at once; about ten with a picture. */
export const BODIES_HELD_MAX_BYTES = 128 * 1024 * 1024;
/** When that is full, forms up to `FORM_MAX_BYTES` share this separate room. */
export const SMALL_BODIES_HELD_MAX_BYTES = 32 * 1024 * 1024;

/** The shortest and the longest idempotency key. */
export const IDEMPOTENCY_KEY_MIN_BYTES = 16;
export const IDEMPOTENCY_KEY_MAX_BYTES = 200;
/** How long an idempotency key returns the same order. */
export const IDEMPOTENCY_KEY_VALID_MS = 24 * 60 * 60 * 1_000;

/** How long a customer's session lasts; use renews it. [S4.10] */
export const CUSTOMER_SESSION_MS = 30 * 24 * 60 * 60 * 1_000;
/** How long an admin's session lasts at most. [S4.10] */
export const ADMIN_SESSION_MS = 12 * 60 * 60 * 1_000;
/** How long an admin's session lasts without use. [S4.10] */
export const ADMIN_IDLE_MS = 60 * 60 * 1_000;
/** The shortest time between two renewals of a customer's session. */
export const CUSTOMER_SESSION_SLIDE_MS = 24 * 60 * 60 * 1_000;
/** The shortest time between two records of an admin session's use. [S4.10] */
export const SESSION_SEEN_MS = 60_000;
/** How often an open page checks whether its session is still valid. [S4.10] */
export const SESSION_CHECK_MS = 60_000;
/** How many sessions the account page lists, last used first. */
export const OWN_SESSIONS_SHOWN = 20;
/** How long a person who entered the right password has to show the second factor. */
export const MFA_PENDING_MS = 10 * 60 * 1_000;
/** The digits of an authenticator app's code, and how long each code is shown (RFC 6238). */
export const ONE_TIME_CODE_DIGITS = 6;
export const ONE_TIME_CODE_MS = 30_000;
/** The length of an authenticator app's key in base32 characters: 160 bits. */
export const ONE_TIME_KEY_LENGTH = 32;
/** How long a new authenticator key waits to be confirmed by a first code. */
export const SETTING_UP_MS = 15 * 60 * 1_000;
/**
 * The number of recovery codes, and the base32 characters of each: 120 bits, so that even an
 * unkeyed hash of one reveals nothing.
 */
export const RECOVERY_CODES = 10;
export const RECOVERY_CODE_LENGTH = 24;
/**
 * The length of recovery codes from earlier versions. They are valid until they are used or
 * replaced.
 */
export const EARLIER_RECOVERY_CODE_LENGTH = 16;
/**
 * After this many wrong codes in a row, an account has to wait this long before another code is
 * checked.
 */
export const WRONG_CODES_MAX = 5;
export const WRONG_CODES_WAIT_MS = 15 * 60 * 1_000;
/**
 * How long browsers store the session's cookie: as long as they allow. The session's real end is in
 * the database. [S4.10]
 */
export const SESSION_COOKIE_MS = 400 * 24 * 60 * 60 * 1_000;
/** The default window in which attempts are counted against the owner's limits. */
export const LIMIT_WINDOW_MS = 60_000;
/**
 * The size of a challenge. On average a browser tries half of the steps, each of this many rounds
 * of PBKDF2: 1 s on one core of a small server, 1 to 3 s on a mid-range phone. A challenge is valid
 * as long as an upload may take. A browser gives up after this many challenges for one order.
 */
export const CHALLENGE_STEPS_MAX = 3_500;
export const CHALLENGE_COST = 1_000;
export const CHALLENGE_VALID_MS = 10 * 60 * 1_000;
export const CHALLENGES_MAX = 5;
/**
 * How many orders one network may have pending before each further order needs a solved challenge.
 */
export const UNSOLVED_ORDERS_OF_ADDRESS_MAX = 10;
/** The highest limit that the owner can set. */
export const LIMIT_MAX = 1_000_000;
/**
 * How many wrong keys for one order, from all networks together, are checked in a window before the
 * next one has to wait. [S6.6]
 */
export const WRONG_KEYS_OF_ORDER_MAX = 20;
/** How many unknown API keys one network may send in a minute before the next one has to wait. */
export const WRONG_API_KEYS_MAX = 20;
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
export const API_KEY_USED_MS = 5 * 60 * 1_000;
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
/**
 * How many refused requests a process logs within a window. Of the rest it logs only the number.
 */
export const REFUSALS_LOGGED_MAX = 300;
export const REFUSALS_LOGGED_WINDOW_MS = 60_000;
/** How often the shop looks for guests' orders that expired. */
export const HOLDS_CHECKED_EVERY_MS = 5 * 60 * 1_000;

/** How often the shop sums up the orders of hours that ended. */
export const ORDER_HOURS_CLOSED_EVERY_MS = 10 * 60 * 1_000;

/** When a proof that could not be read is compared again. */
export const PROOF_RETRY_MS = 10 * 60 * 1_000;
/** The pause between two proofs, so that other work gets its turn. */
export const PROOF_PAUSE_MS = 50;
/** The shortest time between two emails to the owner that a product is mostly reserved. */
export const MOSTLY_RESERVED_EMAIL_EVERY_MS = 24 * 60 * 60 * 1_000;
/**
 * How many sign-ups a process handles at once, each with a database connection, and how many more
 * may wait.
 */
export const SIGN_UPS_AT_ONCE = 4;
export const SIGN_UPS_WAITING_MAX = 40;
/** How long the link of a password reset is valid. [S2.17] */
export const RESET_LINK_VALID_MS = 60 * 60 * 1_000;
/**
 * How many such links one email address may be sent within the window. The owner sets the limit for
 * one network. [S2.17] [S8.3]
 */
export const RESETS_OF_ACCOUNT_MAX = 3;
export const RESETS_WINDOW_MS = 15 * 60 * 1_000;
/**
 * The shortest time to answer a request for such a link, so that the time does not reveal whether
 * the account exists. [S2.17]
 */
export const RESET_ANSWER_MS = 400;
/** How long before its end a session is renewed. [S9.4] */
export const SESSION_RENEWAL_MS = 5 * 60 * 1_000;
/**
 * The wait after the first error in renewing a session; it doubles after each further error, up to
 * the maximum. [S9.4]
 */
export const SESSION_RENEWAL_BACKOFF_MIN_MS = 30_000;
export const SESSION_RENEWAL_BACKOFF_MAX_MS = 16 * 60 * 1_000;
/** The timeout of authentication requests, and the longer one on mobile devices. [S9.4] */
export const AUTH_TIMEOUT_MS = 30_000;
export const AUTH_TIMEOUT_MOBILE_MS = 60_000;
/** For how long an upload is retried, and for how long another call to the file storage. [S9.4] */
export const UPLOAD_RETRY_MS = 10 * 60 * 1_000;
export const STORAGE_RETRY_MS = 2 * 60 * 1_000;
/** The timeout of one attempt of a storage call. */
export const STORAGE_ATTEMPT_MS = 60_000;
/**
 * The timeouts of one attempt and of all attempts of a call while a visitor waits. A request makes
 * at most two such calls, and the strictest proxies abort a request after 30 s. On failure the
 * visitor gets an error, and a browser sends its picture again by itself. [S9.4]
 */
export const STORAGE_ATTEMPT_IN_REQUEST_MS = 8_000;
export const STORAGE_IN_REQUEST_MS = 12_000;
/** How long the start waits to learn whether the storage accepts the shop's credentials. */
export const STORAGE_AT_START_MS = 5_000;

/** The name of a new shop, as in the first migration. */
export const FIRST_SHOP_NAME = "Trackside";
/** How long the set-up link for the first admin is valid. [S6.8] */
export const SETUP_LINK_VALID_MS = 60 * 60 * 1_000;
/** How long the notice is shown before an open page follows the download link. [S4.8] */
export const DOWNLOAD_HINT_MS = 5_000;
/**
 * How long the cookie lasts by which the shop recognizes a browser that placed or unlocked a
 * guest's order. [S6.6]
 */
export const BROWSER_COOKIE_MS = 365 * 24 * 60 * 60 * 1_000;
/**
 * How long the cookie of an opened private link lasts, with which the next page unlocks the order
 * for the browser. [S6.6]
 */
export const LINK_COOKIE_MS = 10 * 60 * 1_000;
/**
 * How many browsers may read one guest's order. The oldest gives way, but never the one that placed
 * it.
 */
export const UNLOCKED_BROWSERS_MAX = 20;
/** The longest search text, in characters: as long as an email address. */
export const SEARCH_MAX_LENGTH = 254;
/** How many rows a page of a list has. */
export const PAGE_SIZE = 50;
/**
 * If `OFTEN_FOUND` of a list's first `SEARCHED_TO_GUESS` orders match a search, the page is filled
 * from its first `SEARCHED_FIRST` orders.
 */
export const OFTEN_FOUND = 5;
export const SEARCHED_TO_GUESS = 1_000;
export const SEARCHED_FIRST = 10_000;
/** How many products a page of the catalogue has. [S2.10] */
export const PRODUCTS_PAGE_SIZE = 24;
/** A product search counts up to this many matches; beyond that, the visitor has to narrow it. */
export const PRODUCTS_FOUND_MAX = 1_000;
/** How many products one API call lists. */
export const PRODUCTS_AT_ONCE = 100;
/** How many products a select box in the admin area offers; a search finds the others. */
export const PRODUCT_CHOICES_SHOWN = 100;
/** How many ordinary orders can be approved at once. */
export const APPROVALS_AT_ONCE_MAX = 50;
/** For how long a page uses the stock that it was rendered with before it asks again. [S2.12] */
export const STOCK_FRESH_MS = 5_000;
/** A product with this many free IDs or fewer is low. */
export const LOW_STOCK = 5;
/** How many IDs of a product one page of the viewer has. [S2.35] */
export const PRODUCT_IDS_PAGE_SIZE = 200;
/** How many IDs are read and decrypted at a time when all of a product's IDs are searched. */
export const PRODUCT_IDS_READ_AT_ONCE = 1_000;
/** How many IDs are read at a time for a file of all of them. */
export const PRODUCT_IDS_SENT_AT_ONCE = 2_000;
/** How many IDs one request of a search looks through at most. The page then asks for the next. */
export const PRODUCT_IDS_SEARCHED_AT_ONCE = 5_000;
/** How many deleted products the inventory offers to restore, last deleted first. */
export const DELETED_PRODUCTS_SHOWN = 50;
/** How long the description's preview waits for more typing. [S2.34] */
export const PREVIEW_DELAY_MS = 400;
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
 * The timeout of an order without a proof; then the browser reports that it is not connected. An
 * order with a proof has `UPLOAD_RETRY_MS`. [S8.4]
 */
export const ORDER_TIMEOUT_MS = 30_000;
/** How long the visitor's choice of light or dark is stored. */
export const THEME_COOKIE_SECONDS = 365 * 24 * 60 * 60;

/**
 * A file that belongs to no order and no product is removed at this age. A younger one may belong
 * to an order that is still being written.
 */
export const UNUSED_FILE_STORED_MS = 24 * 60 * 60 * 1_000;
/** How long a deleted product can be restored. Its uploaded picture is stored as long. [S5.10] */
export const DELETED_PRODUCT_STORED_MS = 30 * 24 * 60 * 60 * 1_000;
/**
 * Uploaded files of the old shop are removed if none was sent for this long, because they contain
 * password hashes and all orders.
 */
export const MIGRATION_FILES_STORED_MS = 3 * 24 * 60 * 60 * 1_000;
/** An incomplete file of the old shop is removed if no piece of it arrived for this long. */
export const MIGRATION_PIECES_STORED_MS = 6 * 60 * 60 * 1_000;
/** The largest file of the old shop that the admin area accepts. */
export const MIGRATION_FILE_MAX_BYTES = 2 * 1024 * 1024 * 1024;
/**
 * How much of the disk an upload of the old shop's files leaves free, so that the database can
 * continue.
 */
export const MIGRATION_DISK_MARGIN_BYTES = 1024 * 1024 * 1024;
/**
 * How many times the size of its files an import adds to the database, measured with 40 MB and 1
 * GB: by the import alone, and with the preview before it. Most of the preview's space is reused
 * later.
 */
export const MIGRATION_ROOM_TIMES = 8;
export const MIGRATION_ROOM_TIMES_WITH_PREVIEW = 12;
/** The growth of the write-ahead log on top of that, up to its limit. */
export const MIGRATION_LOG_TIMES = 13;
export const MIGRATION_LOG_MAX_BYTES = 1024 * 1024 * 1024;
/** How often the shop looks for files to remove. */
export const SWEEP_EVERY_MS = 60 * 60 * 1_000;

/** How many orders one step of the retention chore erases data of. */
export const ERASED_AT_ONCE = 100;
export const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * How many emails about placed orders one address gets within the window. Further orders are placed
 * without an email.
 */
export const PLACED_EMAILS_OF_ADDRESS_MAX = 10;
export const PLACED_EMAILS_WINDOW_MS = 60 * 60 * 1_000;
/**
 * A failed email is retried after the minimum, then after twice as long each time up to the
 * maximum, and this many times in all.
 */
export const EMAIL_RETRY_MIN_MS = 30_000;
export const EMAIL_RETRY_MAX_MS = 4 * 60 * 60 * 1_000;
export const EMAIL_ATTEMPTS_MAX = 16;
/**
 * How long a process has claimed an email that it sends; then another may try. Longer than the
 * timeout of any mail server.
 */
export const EMAIL_CLAIM_MS = 2 * 60 * 1_000;
/**
 * How often the shop re-queues emails and webhook deliveries without a job, and emails that wait
 * too long because a clock was set back.
 */
export const REQUEUED_EVERY_MS = 60_000;
/** How long an email is stored, whatever its state. */
export const EMAIL_STORED_MS = 90 * 24 * 60 * 60 * 1_000;

/**
 * The waits after each failed delivery: ten attempts in 3 days. A receiver may ask for a longer
 * wait, up to the maximum.
 */
export const DELIVERY_WAITS_MS: readonly number[] = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 57_600_000, 86_400_000,
];
export const DELIVERY_WAIT_MAX_MS = 60 * 60 * 1_000;
/**
 * How long a process has claimed a delivery; then another may try. Longer than the timeout of any
 * answer.
 */
export const DELIVERY_CLAIM_MS = 60_000;
/** How long a delivery is stored, whatever its state; and the most webhooks and chats. */
export const DELIVERY_STORED_MS = 90 * 24 * 60 * 60 * 1_000;
export const SUBSCRIPTIONS_MAX = 20;

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

/** A site map has at most 50,000 URLs: the shop's own pages and this many products. */
export const SITEMAP_PRODUCTS_MAX = 49_900;

/** How often a backup is made automatically, and how often the shop checks whether one is due. */
export const BACKUP_EVERY_MS = 24 * 60 * 60 * 1_000;
export const BACKUP_CHECK_EVERY_MS = 5 * 60 * 1_000;
/** The first check is soon after the start but does not delay it. */
export const BACKUP_FIRST_CHECK_MS = 5_000;
/**
 * A week of backups: long enough to notice a problem days later, and small for a small shop's disk.
 */
export const BACKUPS_STORED = 7;
/**
 * How many backups from before an update are stored, one for each earlier state of the database.
 */
export const UPDATE_BACKUPS_STORED = 5;
/**
 * Admins are warned at this age of the last backup. One missed day may be a machine that was off.
 */
export const BACKUP_OLD_AFTER_MS = 2 * BACKUP_EVERY_MS;
