import { QUANTITY_MAX } from "#shop/orders/constants.ts";

/** How many bytes of copies of uploaded pictures a process caches. */
export const SMALL_PICTURES_MAX_BYTES = 16 * 1024 * 1024;
/** How long pages that are the same for everybody are cached at most. */
export const PAGES_CACHED_FOR_MS = 1_000;
/** The shortest time between two purges of cached pages while changes are announced. */
export const PAGES_DROPPED_EVERY_MS = 50;
/** How many pages, and how many bytes of them, a process caches. */
export const PAGES_CACHED_MAX = 2_000;
export const PAGES_CACHED_MAX_BYTES = 32 * 1024 * 1024;
/** The largest JSON or form body without a picture. */
export const BODY_MAX_BYTES = 4 * 1024 * 1024;
/** The largest JSON or form body without a picture on pages where nobody pastes IDs. */
export const FORM_MAX_BYTES = 64 * 1024;
/**
 * The most fields of a form. An approval in which every reserved ID is marked as faulty and every
 * ID is a field has three times the quantity.
 */
export const FIELDS_MAX = 4 * QUANTITY_MAX;
/** How many bytes of large bodies and forms a process holds at once; about ten with a picture. */
export const BODIES_HELD_MAX_BYTES = 128 * 1024 * 1024;
/** When that is full, forms up to `FORM_MAX_BYTES` share this separate room. */
export const SMALL_BODIES_HELD_MAX_BYTES = 32 * 1024 * 1024;
/**
 * How many refused requests a process logs within a window. Of the rest it logs only the number.
 */
export const REFUSALS_LOGGED_MAX = 300;
export const REFUSALS_LOGGED_WINDOW_MS = 60_000;
