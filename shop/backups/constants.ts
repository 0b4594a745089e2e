import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shop/constants.ts";

/** How often a backup is made automatically, and how often the shop checks whether one is due. */
export const BACKUP_EVERY_MS = DAY_MS;
export const BACKUP_CHECK_EVERY_MS = 5 * MINUTE_MS;
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
/**
 * A machine that has not looked at its backups for this long makes none any more. Until then admins
 * are warned that the last backup is old.
 */
export const BACKUP_FORGOTTEN_AFTER_MS = 30 * DAY_MS;
/** The least characters of the passphrase of a backup, also of `BACKUP_PASSPHRASE`. */
export const PASSPHRASE_MIN_LENGTH = 12;
/** How long an admin's browser may begin the download that they asked for. */
export const BACKUP_TICKET_MS = MINUTE_MS;
/** How long a download of a backup may take. It holds a snapshot of the database open. */
export const DOWNLOAD_MAX_MS = HOUR_MS;
