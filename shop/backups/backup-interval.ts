import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shop/constants.ts";

/** Rows that take longer than this are backed up once a day. */
const HOURLY_WITHIN_MS = MINUTE_MS;

/** How often rows are backed up that took so long the last time; null if that is not known. */
export function backupEveryMs(rowsMs: number | null): number {
  return rowsMs === null || rowsMs < HOURLY_WITHIN_MS ? HOUR_MS : DAY_MS;
}

/** The age at which the newest backup is late. One may be missed while the machine restarts. */
export function backupLateAfterMs(rowsMs: number | null): number {
  return backupEveryMs(rowsMs) === HOUR_MS ? 3 * HOUR_MS : 2 * DAY_MS;
}
