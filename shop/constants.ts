/** Every number the shop is run by, in one place. Durations are in ms, sizes in bytes, money in paise. [S9.5] */

/** The longest gift card code, after spaces and hyphens are taken out. [S9.1] */
export const GIFT_CARD_CODE_MAX_LENGTH = 14;
/** The last 4 characters of a code are shown from this length on; of a shorter one they would tell most. */
export const GIFT_CARD_LAST_SHOWN_FROM = 8;
/** How long "Copied" stays after copying everything. [S9.1] */
export const COPIED_INDICATOR_MS = 2_000;
/** How long "Copied" stays after copying a single ID. [S9.1] */
export const COPIED_SINGLE_INDICATOR_MS = 1_000;
/** How long `Product added successfully!` stays. [S9.1] */
export const PRODUCT_ADDED_MESSAGE_MS = 3_000;
/** How long the edit form waits before it goes back to the inventory. [S9.1] */
export const EDIT_REDIRECT_MS = 1_500;
/** How long each testimonial is shown. [S9.1] */
export const TESTIMONIAL_ROTATION_MS = 5_000;

/** How many characters of an order's id the queue shows. [S9.2] */
export const REQUEST_ID_SHOWN_LENGTH = 8;
/** How many characters of a user's id the queue shows. [S9.2] */
export const USER_ID_SHOWN_LENGTH = 6;

/** The highest price of a product: ₹10,00,000.00. [S5.8] */
export const PRICE_MAX_PAISE = 100_000_000;
/** The most IDs one order can ask for. */
export const QUANTITY_MAX = 1_000;
export const PRODUCT_NAME_MAX_LENGTH = 200;
export const DESCRIPTION_MAX_LENGTH = 20_000;
export const IMAGE_URL_MAX_LENGTH = 2_000;
/** The longest pattern of a product's IDs, in characters: what bounds the time that matching takes. */
export const ID_PATTERN_MAX_LENGTH = 100;
/** The longest ID, in characters. */
export const ID_MAX_LENGTH = 500;
/** The most text that one form of IDs may carry, in characters. */
export const ID_TEXT_MAX_LENGTH = 2_000_000;
/** The most text that an admin may add IDs by, pasted or in a file: 100,000 IDs of 99 characters. A form of it is multipart. */
export const ADDED_TEXT_MAX_LENGTH = 10_000_000;
/** The most lines of it, also of a CSV file: five times what an owner was promised to add at once, and some 150 MB of memory; many more are no IDs. */
export const ADDED_LINES_MAX = 500_000;
/** How many IDs are added, or leave with a product, in one transaction: buyers of the product get their turn in between. */
export const IDS_AT_ONCE = 2_000;
/** The longest words about where an import is from, and the longest name of a column. */
export const SOURCE_MAX_LENGTH = 100;
/** How many lines of each kind the page of an import shows, and for how long they and what was only checked are kept. */
export const LINES_SHOWN = 20;
export const CHECKED_KEPT_MS = 24 * 60 * 60 * 1_000;
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
/** The first year that a shop can have run since. [S1.3] */
export const SINCE_YEAR_MIN = 1_900;
/** How often an open page asks whether the settings have changed. */
export const SETTINGS_CHECK_MS = 60_000;
/** The longest message to the shop, and the time in which those of one address are counted. [S2.27] */
export const CONTACT_MESSAGE_MAX_LENGTH = 5_000;
export const CONTACT_MESSAGES_WINDOW_MS = 10 * 60 * 1_000;
/** How much a session keeps of the name its browser gives itself. */
export const USER_AGENT_MAX_LENGTH = 300;

/** Password policy. [S7.4] */
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** The largest picture that is taken as payment proof. */
export const PROOF_MAX_BYTES = 10 * 1024 * 1024;
export const PROOF_MAX_PIXELS = 50_000_000;
/** A proof is kept no wider and no higher than this. */
export const PROOF_KEPT_MAX_SIDE = 2_000;
/** The largest picture of a product that is taken. [S5.8] */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 50_000_000;
/** An uploaded picture of a product is kept no wider and no higher than this. */
export const IMAGE_KEPT_MAX_SIDE = 1_200;
/** Smaller copies of it are made for those who show it smaller… */
export const IMAGE_SMALL_SIDE = 160;
export const IMAGE_MIDDLE_SIDE = 400;
export const IMAGE_LARGE_SIDE = 720;
/** …and a process keeps so much of them. */
export const SMALL_PICTURES_MAX_BYTES = 16 * 1024 * 1024;
/** What is the same for everybody is kept ready in memory: so much of it in a process… */
export const PAGES_KEPT_MAX_BYTES = 64 * 1024 * 1024;
/** …and beside it so much of what those saw who are signed in… */
export const OWN_PAGES_KEPT_MAX_BYTES = 16 * 1024 * 1024;
/** …never told so long after something changed, once that was heard: with the way of the news it is 100 ms… */
export const PAGES_BEHIND_MAX_MS = 70;
/** …and each made anew at most so often, however much changes. */
export const PAGES_MADE_EVERY_MS = 50;
/** A picture with a longer side than this, or a JPEG of more scans, would keep the decoder busy for long, however few its bytes and pixels are. */
export const PICTURE_MAX_SIDE = 20_000;
export const PICTURE_MAX_SCANS = 50;
/** How many pictures may wait for the decoder before the shop says it is busy. */
export const PICTURES_WAITING_MAX = 8;
/** The largest JSON or form body without a picture. */
export const BODY_MAX_BYTES = 4 * 1024 * 1024;
/** The largest form or JSON body into which nobody pastes IDs, without a picture. */
export const FORM_MAX_BYTES = 64 * 1024;
/** The most fields of a form: an approval with each reserved ID marked as faulty and each ID a field of its own has three times the quantity. */
export const FIELDS_MAX = 4 * QUANTITY_MAX;
/** How deep JSON may be nested; the shop's own never is by more than three… */
export const JSON_DEPTH_MAX = 16;
/** …and of how many values it may consist: as many as there can be IDs in one form, or, where a guest sends it, as an order can have at all. */
export const JSON_VALUES_MAX = 250_000;
export const ORDER_VALUES_MAX = 100;
/** How much a process holds at a time of bodies that are large, or forms; about ten with a picture. */
export const BODIES_HELD_MAX_BYTES = 128 * 1024 * 1024;
/** Where that is full, forms of the size of `FORM_MAX_BYTES` have so much room of their own. */
export const SMALL_BODIES_HELD_MAX_BYTES = 32 * 1024 * 1024;

/** An idempotency key is at least this long… */
export const IDEMPOTENCY_KEY_MIN_BYTES = 16;
export const IDEMPOTENCY_KEY_MAX_BYTES = 200;
/** …and stands for the same order for this long. */
export const IDEMPOTENCY_KEY_VALID_MS = 24 * 60 * 60 * 1_000;

/** A customer's session, renewed by use. [S4.10] */
export const CUSTOMER_SESSION_MS = 30 * 24 * 60 * 60 * 1_000;
/** An admin's session at the longest… [S4.10] */
export const ADMIN_SESSION_MS = 12 * 60 * 60 * 1_000;
/** …and without any use. [S4.10] */
export const ADMIN_IDLE_MS = 60 * 60 * 1_000;
/** A customer's session slides on at most once in this time… */
export const CUSTOMER_SESSION_SLIDE_MS = 24 * 60 * 60 * 1_000;
/** …and the use of an admin's session is noted at most once in this. [S4.10] */
export const SESSION_SEEN_MS = 60_000;
/** How long an open page goes without asking whether its session still counts. [S4.10] */
export const SESSION_CHECK_MS = 60_000;
/** How many of the places where somebody is logged in the account page lists, the last seen first. */
export const OWN_SESSIONS_SHOWN = 20;
/** Who gave the right password has this long to show the second factor. */
export const HALFWAY_MS = 10 * 60 * 1_000;
/** The codes of an authenticator app: how many digits, and how long each is shown (RFC 6238). */
export const ONE_TIME_CODE_DIGITS = 6;
export const ONE_TIME_CODE_MS = 30_000;
/** How many characters of base32 its key has: 160 bits. */
export const ONE_TIME_KEY_LENGTH = 32;
/** A key that was drawn is to be confirmed by a first code within this time. */
export const SETTING_UP_MS = 15 * 60 * 1_000;
/** How many recovery codes there are, and how many characters of base32 each has: 120 bits, so that a plain hash of one is worth nothing. */
export const RECOVERY_CODES = 10;
export const RECOVERY_CODE_LENGTH = 24;
/** Those that were given out before had so many, and count until they are used or replaced. */
export const EARLIER_RECOVERY_CODE_LENGTH = 16;
/** After so many wrong codes in a row an account waits this long before another is looked at. */
export const WRONG_CODES_MAX = 5;
export const WRONG_CODES_WAIT_MS = 15 * 60 * 1_000;
/** How long browsers keep the session's cookie: as long as they allow; the session itself ends in the database. [S4.10] */
export const SESSION_COOKIE_MS = 400 * 24 * 60 * 60 * 1_000;
/** The time in which tries are counted against the owner's limits, where nothing else is said. */
export const LIMIT_WINDOW_MS = 60_000;
/**
 * A challenge takes a browser half of so many steps on average, each of so many rounds of PBKDF2: a second of one core of a small server, 1 to 3 of a
 * mid-range phone. It may be used for as long as a picture may be on its way. The browser solves so many for one order before it gives up.
 */
export const CHALLENGE_STEPS_MAX = 3_500;
export const CHALLENGE_COST = 1_000;
export const CHALLENGE_VALID_MS = 10 * 60 * 1_000;
export const CHALLENGES_MAX = 5;
/** The highest number that the owner can set for a limit. */
export const LIMIT_MAX = 1_000_000;
/** So many wrong keys for one order are tried from everywhere before the next wrong one has to wait. [S6.6] */
export const WRONG_KEYS_OF_ORDER_MAX = 20;
/** So many API keys that there are not one address may show in a minute before the next wrong one has to wait. */
export const WRONG_API_KEYS_MAX = 20;
/** An API key: bytes drawn for it, characters of it that the shop shows again, letters of its name, how many may work at a time and how many are listed. */
export const API_KEY_BYTES = 32;
export const API_KEY_SHOWN_LENGTH = 7;
export const API_KEY_NAME_MAX_LENGTH = 60;
export const API_KEYS_MAX = 50;
export const API_KEYS_LISTED_MAX = 200;
/** The use of an API key is noted at most once in this time. */
export const API_KEY_USED_MS = 5 * 60 * 1_000;
/** So many pictures the buyer of one order may send anew, from wherever. [S4.9] */
export const UPLOADS_OF_ORDER_MAX = 10;
/** One address may send so many times as many wrong passwords for all accounts as for one… [S8.3] */
export const WRONG_PASSWORDS_OF_ADDRESS_TIMES = 10;
/** …and when one account got so many times as many from everywhere, each sign-in to it waits this long. */
export const WRONG_PASSWORDS_UNSLOWED_TIMES = 10;
export const SLOWED_SIGN_IN_MS = 2_000;
/** So many refused requests a process tells the log of in this time; of the rest it tells how many they were. */
export const REFUSALS_LOGGED_MAX = 300;
export const REFUSALS_LOGGED_WINDOW_MS = 60_000;
/** How often what was counted and is over is swept away. */
export const TRIES_SWEPT_EVERY_MS = 10 * 60 * 1_000;
/** How often the shop looks for guests' orders that waited too long, and for products of which most is held. */
export const HOLDS_CHECKED_EVERY_MS = 5 * 60 * 1_000;

/** How often the shop adds up the orders of the hours that are over. */
export const ORDER_HOURS_CLOSED_EVERY_MS = 10 * 60 * 1_000;

/** A proof is compared with earlier ones when it comes; how often it is looked for what was left, and when one that could not be read is tried again. */
export const PROOFS_COMPARED_EVERY_MS = 5 * 60 * 1_000;
export const PROOF_TRIED_AGAIN_MS = 10 * 60 * 1_000;
/** Between two proofs others get their turn. */
export const PROOF_PAUSE_MS = 50;
/** Most of a product is held from this part of what is free and held on, if it is so many IDs; the owner is told at most once in this time. */
export const MOSTLY_HELD_PERCENT = 80;
export const MOSTLY_HELD_MIN_IDS = 5;
export const MOSTLY_HELD_TOLD_EVERY_MS = 24 * 60 * 60 * 1_000;
/** How many sign-ups a process does at a time, each with a connection of the database, and how many more may wait. */
export const SIGN_UPS_AT_ONCE = 4;
export const SIGN_UPS_WAITING_MAX = 40;
/** How long the link of a password reset works. [S2.17] */
export const RESET_LINK_VALID_MS = 60 * 60 * 1_000;
/** How many such links may be asked for one e-mail address in the time below; for one visitor's address the owner sets it. [S2.17] [S8.3] */
export const RESETS_OF_ACCOUNT_MAX = 3;
export const RESETS_WINDOW_MS = 15 * 60 * 1_000;
/** Asking for one is answered after this long at the soonest, so that the time does not tell whether there is such an account. [S2.17] */
export const RESET_ANSWER_MS = 400;
/** A session is renewed this long before it ends. [S9.4] */
export const SESSION_RENEWAL_MS = 5 * 60 * 1_000;
/** Renewing waits this long after the first error, twice as long after each other, up to the maximum. [S9.4] */
export const SESSION_RENEWAL_BACKOFF_MIN_MS = 30_000;
export const SESSION_RENEWAL_BACKOFF_MAX_MS = 16 * 60 * 1_000;
/** Authentication requests give up after this long; on a mobile after the second. [S9.4] */
export const AUTH_TIMEOUT_MS = 30_000;
export const AUTH_TIMEOUT_MOBILE_MS = 60_000;
/** An upload is tried again for this long, another storage call for the second. [S9.4] */
export const UPLOAD_RETRY_MS = 10 * 60 * 1_000;
export const STORAGE_RETRY_MS = 2 * 60 * 1_000;
/** One try of a call to the storage… */
export const STORAGE_TRY_MS = 60_000;
/**
 * …but while a visitor waits for the answer, a try and all tries of a call last no longer than these: a request makes two such calls at most, and the
 * least patient of proxies give a request up after 30 s. Then the visitor is told, and a browser sends a picture again by itself. [S9.4]
 */
export const STORAGE_TRY_IN_REQUEST_MS = 8_000;
export const STORAGE_IN_REQUEST_MS = 12_000;
/** How long the start waits to hear whether the storage lets the shop in. */
export const STORAGE_AT_START_MS = 5_000;

/** The set-up link for the first admin dies after this long. [S6.8] */
export const SETUP_LINK_VALID_MS = 60 * 60 * 1_000;
/** How long the notice stands before an open page follows the download link. [S4.8] */
export const DOWNLOAD_NOTICE_MS = 5_000;
/** How long a browser is known again that placed or unlocked a guest's order. [S6.6] */
export const BROWSER_COOKIE_MS = 365 * 24 * 60 * 60 * 1_000;
/** How many browsers may have unlocked one order by its private link. */
export const UNLOCKED_BROWSERS_MAX = 20;
/** The longest text that a list is searched for, in characters; as long as an e-mail address. */
export const SEARCH_MAX_LENGTH = 254;
/** How many rows a page of a list has. */
export const PAGE_SIZE = 50;
/** Words that so many of the first orders of a list have are looked for in more of them, which then fill a page of rows. */
export const OFTEN_FOUND = 5;
export const SEARCHED_TO_GUESS = 1_000;
export const SEARCHED_FIRST = 10_000;
/** How many products a page of the shop window has. [S2.10] */
export const PRODUCTS_PAGE_SIZE = 24;
/** A search of products counts so many at most; who looks for one among more takes another word. */
export const PRODUCTS_FOUND_MAX = 1_000;
/** How many products one call of the API lists… */
export const PRODUCTS_AT_ONCE = 100;
/** …and one of the admin's forms offers to choose from; a search finds the others. */
export const PRODUCT_CHOICES_SHOWN = 100;
/** How many ordinary orders can be approved at once. */
export const APPROVALS_AT_ONCE_MAX = 50;
/** How long the stock that a page came with need not be asked for again. [S2.12] */
export const STOCK_FRESH_MS = 5_000;
/** Stock at or under this is called low. */
export const LOW_STOCK = 5;
/** How many IDs of a product one page of the viewer has… [S2.35] */
export const PRODUCT_IDS_PAGE_SIZE = 200;
/** …and how many are opened at a time where all of them are looked through. */
export const PRODUCT_IDS_READ_AT_ONCE = 1_000;
/** How many are read at once for a file that holds all of them. */
export const PRODUCT_IDS_SENT_AT_ONCE = 2_000;
/** How many IDs one request of a search looks through at most; the page then asks for the next. */
export const PRODUCT_IDS_SEARCHED_AT_ONCE = 5_000;
/** How many deleted products the inventory offers to bring back, the last deleted first. */
export const DELETED_PRODUCTS_SHOWN = 50;
/** How long the description's preview waits for more typing. [S2.34] */
export const PREVIEW_DELAY_MS = 400;
/** How soon the shop promises to look at an order. [S1.2] */
export const APPROVAL_MIN_HOURS = 12;
export const APPROVAL_MAX_HOURS = 24;
/** A lost live connection is opened again after the first, twice as long after each failure, up to the second. [S4.7] */
export const LIVE_RETRY_MIN_MS = 1_000;
export const LIVE_RETRY_MAX_MS = 30_000;
/** An order without a picture that is not answered by then counts as not connected; one with a picture has `UPLOAD_RETRY_MS`. [S8.4] */
export const ORDER_TIMEOUT_MS = 30_000;
/** How long the reader's choice of light or dark is kept. */
export const THEME_COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** A file that no order and no product has is removed when it is this old; a younger one may belong to what is being written. */
export const UNUSED_FILE_KEPT_MS = 24 * 60 * 60 * 1_000;
/** How long a deleted product can be brought back; its uploaded picture is kept as long. [S5.10] */
export const DELETED_PRODUCT_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;
/** Uploaded files of the old shop hold its passwords' hashes and all orders: nobody having sent one for so long, they are removed. */
export const MOVING_FILES_KEPT_MS = 3 * 24 * 60 * 60 * 1_000;
/** A file of the old shop of which no piece came for so long is not going to be whole. */
export const MOVING_PIECES_KEPT_MS = 6 * 60 * 60 * 1_000;
/** The largest file of the old shop that is taken on the screen. */
export const MOVING_FILE_MAX_BYTES = 2 * 1024 * 1024 * 1024;
/** So much of the disk stays free whatever is uploaded for moving in: the database needs room to go on. */
export const MOVING_DISK_MARGIN_BYTES = 1024 * 1024 * 1024;
/**
 * So many times the size of its files the database grows, as was measured with 40 MB and with 1 GB: by the import alone, and by it and the preview before it, of which
 * most is free again for what comes later.
 */
export const MOVING_ROOM_TIMES = 8;
export const MOVING_ROOM_TIMES_WITH_PREVIEW = 12;
/** The database's log of what it writes grows beside that, up to its limit. */
export const MOVING_LOG_TIMES = 13;
export const MOVING_LOG_MAX_BYTES = 1024 * 1024 * 1024;
/** How often the shop looks for such files. */
export const SWEEP_EVERY_MS = 60 * 60 * 1_000;

/** How often the shop looks for what the owner does not keep longer, and of how many orders it erases something in one step. */
export const ERASED_EVERY_MS = 60 * 60 * 1_000;
export const ERASED_AT_ONCE = 100;
export const DAY_MS = 24 * 60 * 60 * 1_000;

/** How many letters about a placed order one address gets in the window; the order itself is placed all the same. */
export const PLACED_LETTERS_OF_ADDRESS_MAX = 10;
export const PLACED_LETTERS_WINDOW_MS = 60 * 60 * 1_000;
/** A letter that could not be sent is tried again after the first, twice as long after each other try, up to the second; so often in all. */
export const LETTER_RETRY_MIN_MS = 30_000;
export const LETTER_RETRY_MAX_MS = 4 * 60 * 60 * 1_000;
export const LETTER_TRIES_MAX = 16;
/** Whoever sends a letter has it for this long; then another process may try. Longer than any mail server is waited for. */
export const LETTER_CLAIM_MS = 2 * 60 * 1_000;
/** A letter whose time came so long ago without a try has lost its job: it is queued again. The shop looks for such ones so often. */
export const LETTER_OVERDUE_MS = 30_000;
export const LETTERS_OVERDUE_EVERY_MS = 60_000;
/** A letter is removed when it is this old, whatever became of it. */
export const LETTER_KEPT_MS = 90 * 24 * 60 * 60 * 1_000;

/** How long a notice that could not be told waits after each try: ten tries in 3 days. Whoever asks to be left alone longer is, up to the second. */
export const NOTICE_WAITS_MS: readonly number[] = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 57_600_000, 86_400_000,
];
export const NOTICE_WAIT_MAX_MS = 60 * 60 * 1_000;
/** Whoever tells a notice has it for this long; then another process may try. Longer than any answer is waited for. */
export const NOTICE_CLAIM_MS = 60_000;
/** How often the shop looks for notices whose time has come, beside when they are queued. */
export const NOTICES_LOOKED_EVERY_MS = 5_000;
/** A notice is removed when it is this old, whatever became of it; and the most who can be told. */
export const NOTICE_KEPT_MS = 14 * 24 * 60 * 60 * 1_000;
export const LISTENERS_MAX = 20;
/** How often the shop looks which products have few IDs left, or have more again, beside when orders are placed. */
export const LOW_STOCK_LOOKED_EVERY_MS = 60_000;

/** With how many connections a process places orders at most; it leaves others for pages. */
export const PLACING_AT_ONCE = 12;
/** So many waiting orders are placed together at most… */
export const PLACED_TOGETHER_MAX = 128;
/** …and so long they wait for somebody who has one of their products; then those of that product alone go on waiting. */
export const PLACING_PATIENCE_MS = 250;
/** A batch that is not back by then keeps no others waiting: its connection has perhaps died, or it is a large one. So many are in flight at most. */
export const PLACING_OVERDUE_MS = 1_000;
export const PLACING_BATCHES_AT_ONCE = 3;

/** A site map holds at most 50,000 addresses: the shop's own pages, and this many products. */
export const SITEMAP_PRODUCTS_MAX = 49_900;

/** How often a backup is made by itself, and how often the shop looks whether it is time. */
export const BACKUP_EVERY_MS = 24 * 60 * 60 * 1_000;
export const BACKUP_LOOK_EVERY_MS = 5 * 60 * 1_000;
/** The first look comes soon after the start, but not in its way. */
export const BACKUP_FIRST_LOOK_MS = 5_000;
/** A week: long enough to notice that something went wrong days ago, and little beside what the disk of a small shop holds. */
export const BACKUPS_KEPT = 7;
/** Of so many earlier states a backup from before the update is kept, one each. */
export const UPDATE_BACKUPS_KEPT = 5;
/** One missed day can be a machine that was off; from then on the admin is told. */
export const BACKUP_OLD_AFTER_MS = 2 * BACKUP_EVERY_MS;
