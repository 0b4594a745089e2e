import { backupLateAfterMs } from "./backup-interval.ts";
import { isOfWrongClock } from "./stored-backups.ts";

/** The state of the automatic backups in one place. */
export type BackupState = {
  place: "folder" | "bucket";
  /** The time of the newest complete backup; null if there is none. */
  lastGoodAt: Date | null;
  /** When the newest try failed; null if it succeeded. */
  failedAt: Date | null;
  /** Whether the backups are on the same disk as the shop's data. */
  isOnSameDisk: boolean;
  /** How long the rows of the newest backup took; null if that is not known. */
  rowsMs: number | null;
};

/** A warning about the automatic backups for admins. */
export type BackupWarning =
  | { kind: "none"; place: BackupState["place"] }
  | { kind: "old"; place: BackupState["place"]; lastGoodAt: Date }
  | { kind: "sameDisk" };

/**
 * Warns of a place without a backup, or whose newest is late, or if all are on the disk whose loss
 * they should protect against. Null if all is well, or if no backups are set up.
 */
export function backupWarning(states: readonly Omit<BackupState, "failedAt">[], now: Date): BackupWarning | null {
  for (const { place, lastGoodAt, rowsMs } of states) {
    if (lastGoodAt === null) return { kind: "none", place };
    if (isLate(lastGoodAt, rowsMs, now)) return { kind: "old", place, lastGoodAt };
  }
  return states.length > 0 && states.every(({ isOnSameDisk }) => isOnSameDisk) ? { kind: "sameDisk" } : null;
}

/** Whether the newest try failed, or none was made in time. */
export function isFailing({ lastGoodAt, failedAt, rowsMs }: BackupState, now: Date): boolean {
  return failedAt !== null || lastGoodAt === null || isLate(lastGoodAt, rowsMs, now);
}

function isLate(lastGoodAt: Date, rowsMs: number | null, now: Date): boolean {
  return isOfWrongClock(lastGoodAt, now) || now.getTime() - lastGoodAt.getTime() > backupLateAfterMs(rowsMs);
}
