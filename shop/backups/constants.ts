import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shop/constants.ts";

/** How often the shop checks whether a backup is due. */
export const BACKUP_CHECK_EVERY_MS = 5 * MINUTE_MS;
/** The first check is soon after the start but does not delay it. */
export const BACKUP_FIRST_CHECK_MS = 5_000;
/** The least pause after a backup that failed. */
export const BACKUP_PAUSE_MS = HOUR_MS;
/** The automatic backups that are stored: of each hour of the last day, of days and of weeks. */
export const HOURLY_STORED = 24;
export const DAILY_STORED = 7;
export const WEEKLY_STORED = 4;
/** How many pictures are copied or restored at once. */
export const COPIES_AT_ONCE = 4;
/**
 * How many backups from before an update are stored, one for each earlier state of the database.
 */
export const UPDATE_BACKUPS_STORED = 5;
/**
 * A machine that has not looked at its backups for this long makes none any more. Until then admins
 * are warned that the last backup is old.
 */
export const BACKUP_FORGOTTEN_AFTER_MS = 30 * DAY_MS;
/** A container that has not looked for this long, while another with its place in the shop has, is gone. */
export const MACHINE_REPLACED_AFTER_MS = HOUR_MS;
/** The least characters of the passphrase of a backup, also of `BACKUP_PASSPHRASE`. */
export const PASSPHRASE_MIN_LENGTH = 12;
/** How long an admin's browser may begin the download that they asked for. */
export const BACKUP_TICKET_MS = MINUTE_MS;
/** How long a download of a backup may take. It holds a snapshot of the database open. */
export const DOWNLOAD_MAX_MS = HOUR_MS;
