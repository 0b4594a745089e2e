import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import { DAILY_STORED, HOURLY_STORED, WEEKLY_STORED } from "./constants.ts";

/** An automatic backup in its place. */
export type StoredBackup = { name: string; at: Date };

/** 1 January 1970 was a Thursday, and a week begins on Monday. */
const DAYS_BEFORE_THURSDAY = 3;

/**
 * Whether only a wrong clock can have named a backup with this time. A machine's clock may differ by
 * an hour from another's.
 */
export function isOfWrongClock(at: Date, now: Date): boolean {
  return at.getTime() > now.getTime() + HOUR_MS;
}

/** The newest backup of a list that begins with the newest, without those of a wrong clock. */
export function newestOf(backups: readonly StoredBackup[], now: Date): StoredBackup | undefined {
  return backups.find(({ at }) => !isOfWrongClock(at, now));
}

/**
 * The backups to delete: all but the one just made, the newest of each hour of the last day, of
 * seven days and of four weeks (UTC). Later ones than the one just made are of a wrong clock, or it
 * is now wrong: they stay until their time comes, and take no other's place.
 */
export function backupsToDelete(backups: readonly StoredBackup[], made: StoredBackup): string[] {
  const sorted = backups.filter(({ at }) => !isOfWrongClock(at, made.at)).sort((one, other) => other.at.getTime() - one.at.getTime());
  const newestAt = sorted[0]?.at.getTime() ?? 0;
  const ofLastDay = sorted.filter(({ at }) => newestAt - at.getTime() < DAY_MS);
  const day = (ms: number) => Math.floor(ms / DAY_MS);
  const kept = new Set([
    made.name,
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
