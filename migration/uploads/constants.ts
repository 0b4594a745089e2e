import { DAY_MS, HOUR_MS } from "#shop/constants.ts";

/**
 * Uploaded files of the old shop are removed if none was sent for this long, because they contain
 * password hashes and all orders.
 */
export const MIGRATION_FILES_STORED_MS = 3 * DAY_MS;
/** A file whose upload was cut off with its process is removed after this long. */
export const MIGRATION_UNFINISHED_STORED_MS = 6 * HOUR_MS;
/** The largest file of the old shop that the admin area accepts; the command takes larger ones. */
export const MIGRATION_FILE_MAX_BYTES = 100 * 1024 * 1024;
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
