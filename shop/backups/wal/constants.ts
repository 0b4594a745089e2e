import { DAY_MS, MINUTE_MS } from "#shop/constants.ts";

/** How often finished segments of the database's log are stored. */
export const WAL_STORED_EVERY_MS = 15_000;
/** How often the shop looks whether a copy of the whole database is due. */
export const BASE_CHECK_EVERY_MS = MINUTE_MS;
/** The first looks are soon after the start but do not delay it. */
export const WAL_FIRST_MS = 4_000;
export const BASE_FIRST_CHECK_MS = 8_000;
/** How often the whole database is copied. */
export const BASE_EVERY_MS = DAY_MS;
/** The least pause after a copy that failed, and after segments that could not be stored. */
export const BASE_PAUSE_MS = 10 * MINUTE_MS;
export const WAL_PAUSE_MS = MINUTE_MS;
/** Segments that cannot be stored for so long make the backups there count as failed. */
export const WAL_FAILS_AFTER_MS = 10 * MINUTE_MS;
/** A copy of the database is stored in pieces of about this size. */
export const BASE_PIECE_BYTES = 16 * 1024 * 1024;
/** How long a copy waits for the segments that it needs. */
export const SEGMENTS_STORED_WITHIN_MS = 10 * MINUTE_MS;
/** A backup of rows counts as newer than the log if it is by this much. */
export const ROWS_NEWER_BY_MS = 10 * MINUTE_MS;
