export const PRODUCT_NAME_MAX_LENGTH = 200;
export const DESCRIPTION_MAX_LENGTH = 20_000;
export const IMAGE_URL_MAX_LENGTH = 2_000;
/** The highest price of a product: ₹10,00,000.00. [S5.8] */
export const PRICE_MAX_PAISE = 100_000_000;
/** The longest pattern of a product's IDs, in characters. It bounds the time of matching. */
export const ID_PATTERN_MAX_LENGTH = 100;
/** The longest ID, in characters. */
export const ID_MAX_LENGTH = 500;
/** The longest text of an amount, with its currency and spaces. */
export const AMOUNT_MAX_LENGTH = 40;
/**
 * The most characters of IDs that an admin adds at once, pasted or as a file: 100,000 IDs of 99
 * characters. Such a form is multipart.
 */
export const ADDED_TEXT_MAX_LENGTH = 10_000_000;
/** The sizes of the smaller copies of product pictures. */
export const IMAGE_SMALL_SIDE = 160;
export const IMAGE_MIDDLE_SIDE = 400;
export const IMAGE_LARGE_SIDE = 720;
/** How long the description's preview waits for more typing. [S2.34] */
export const PREVIEW_DELAY_MS = 400;
/** A site map has at most 50,000 URLs: the shop's own pages and this many products. */
export const SITEMAP_PRODUCTS_MAX = 49_900;
/** The most hours for which an ID may be claimed: a year. [S15.1] */
export const CLAIM_HOURS_MAX = 8_760;
