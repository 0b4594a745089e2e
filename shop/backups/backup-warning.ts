import { BACKUP_OLD_AFTER_MS } from "./constants.ts";

/** The state of the daily backups. */
export type BackupState = {
  /** The time of the newest complete backup; null if there is none. */
  lastGoodAt: Date | null;
  /** When the newest try failed; null if it succeeded. */
  failedAt: Date | null;
  /** Whether the backups are on the same disk as the shop's data. */
  isOnSameDisk: boolean;
};

/** A warning about the daily backups for admins; null if all is well. */
export type BackupWarning = { kind: "none" } | { kind: "old"; lastGoodAt: Date } | { kind: "sameDisk" };

/**
 * Warns if there is no daily backup, if the newest is older than two days, or if they are on the
 * disk whose loss they should protect against.
 */
export function backupWarning({ lastGoodAt, isOnSameDisk }: Omit<BackupState, "failedAt">, now: Date): BackupWarning | null {
  if (lastGoodAt === null) return { kind: "none" };
  if (now.getTime() - lastGoodAt.getTime() > BACKUP_OLD_AFTER_MS) return { kind: "old", lastGoodAt };
  return isOnSameDisk ? { kind: "sameDisk" } : null;
}
