import { DAY_MS } from "#shop/constants.ts";

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
/** The longest name of a supplier, note about an import, and name of a column. */
export const SUPPLIER_NAME_MAX_LENGTH = 100;
export const IMPORT_NOTE_MAX_LENGTH = 100;
/** How many suppliers a form offers while somebody types. */
export const SUPPLIERS_OFFERED = 200;
/** Of fewer delivered IDs no share of dead ones is shown: it would say nothing. [S15.10] */
export const DEAD_SHARE_FROM = 20;
/**
 * How many lines of each kind the page of an import shows, and how long these lines and drafts are
 * stored.
 */
export const LINES_SHOWN = 20;
export const CHECKED_STORED_MS = DAY_MS;
/** The shortest time between two emails to the owner that a product is mostly reserved. */
export const MOSTLY_RESERVED_EMAIL_EVERY_MS = DAY_MS;
/** How many products the landing page shows. [S12.7] */
export const LANDING_PRODUCTS_MAX = 6;
/** How many similar products the page of one that is sold out shows. */
export const SIMILAR_PRODUCTS_MAX = 3;
/** The landing page and similar products are chosen among this many of the oldest on sale. */
export const AMONG_OLDEST = 200;
/** Shorter words of a name, such as "of", do not make two products similar. */
export const SIMILAR_WORD_MIN_LENGTH = 4;
/** How many products a page of the catalogue has. [S2.10] */
export const PRODUCTS_PAGE_SIZE = 24;
/** A product search counts up to this many matches; beyond that, the visitor has to narrow it. */
export const PRODUCTS_FOUND_MAX = 1_000;
/** How many products a select box in the admin area offers; a search finds the others. */
export const PRODUCT_CHOICES_SHOWN = 100;
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
/** How long a deleted product can be restored. Its uploaded picture is stored as long. [S5.10] */
export const DELETED_PRODUCT_STORED_MS = 30 * DAY_MS;
