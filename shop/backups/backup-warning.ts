import { backupLateAfterMs } from "./backup-interval.ts";

/** The state of the automatic backups. */
export type BackupState = {
  /** The time of the newest complete backup; null if there is none. */
  lastGoodAt: Date | null;
  /** When the newest try failed; null if it succeeded. */
  failedAt: Date | null;
  /** Whether the backups are on the same disk as the shop's data. */
  isOnSameDisk: boolean;
  /** How long the rows of the newest backup took; null if that is not known. */
  rowsMs: number | null;
};

/** A warning about the automatic backups for admins; null if all is well. */
export type BackupWarning = { kind: "none" } | { kind: "old"; lastGoodAt: Date } | { kind: "sameDisk" };

/**
 * Warns if there is no automatic backup, if the newest is late, or if they are on the disk whose
 * loss they should protect against.
 */
export function backupWarning({ lastGoodAt, isOnSameDisk, rowsMs }: Omit<BackupState, "failedAt">, now: Date): BackupWarning | null {
  if (lastGoodAt === null) return { kind: "none" };
  if (now.getTime() - lastGoodAt.getTime() > backupLateAfterMs(rowsMs)) return { kind: "old", lastGoodAt };
  return isOnSameDisk ? { kind: "sameDisk" } : null;
}
