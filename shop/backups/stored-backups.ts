import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import { DAILY_STORED, HOURLY_STORED, WEEKLY_STORED } from "./constants.ts";

/** An automatic backup in its place. */
export type StoredBackup = { name: string; at: Date };

/** 1 January 1970 was a Thursday, and a week begins on Monday. */
const DAYS_BEFORE_THURSDAY = 3;

/**
 * The backups to delete: all but the one just made, the newest of each hour of the last day, of
 * seven days and of four weeks (UTC). A clock that was wrong never takes the one just made away.
 */
export function backupsToDelete(backups: readonly StoredBackup[], made: string): string[] {
  const sorted = [...backups].sort((one, other) => other.at.getTime() - one.at.getTime());
  const newestAt = sorted[0]?.at.getTime() ?? 0;
  const ofLastDay = sorted.filter(({ at }) => newestAt - at.getTime() < DAY_MS);
  const day = (ms: number) => Math.floor(ms / DAY_MS);
  const kept = new Set([
    made,
    ...newestOfEach(ofLastDay, (ms) => Math.floor(ms / HOUR_MS), HOURLY_STORED),
    ...newestOfEach(sorted, day, DAILY_STORED),
    ...newestOfEach(sorted, (ms) => Math.floor((day(ms) + DAYS_BEFORE_THURSDAY) / 7), WEEKLY_STORED),
  ]);
  return sorted.map(({ name }) => name).filter((name) => !kept.has(name));
}

function newestOfEach(sorted: readonly StoredBackup[], slotOf: (ms: number) => number, most: number): string[] {
  const newest = new Map<number, string>();
  for (const { name, at } of sorted) {
    const slot = slotOf(at.getTime());
    if (!newest.has(slot) && newest.size < most) newest.set(slot, name);
  }
  return [...newest.values()];
}
