import { BACKUP_OLD_AFTER_MS } from "../constants.ts";

/** How the daily backups stand, as far as this process has seen. */
export type BackupState = {
  /** When the newest whole one was made; null: there is none. */
  lastGoodAt: Date | null;
  /** Whether they lie on the disk that the shop's data lies on. */
  isOnSameDisk: boolean;
};

/** What an admin has to know about the daily backups; null while all is well. */
export type BackupWarning = { kind: "none" } | { kind: "old"; lastGoodAt: Date } | { kind: "sameDisk" };

/** Whether the daily backups are worth a warning: none, the last good one older than two days, or all on the disk whose loss they are for. */
export function backupWarning({ lastGoodAt, isOnSameDisk }: BackupState, now: Date): BackupWarning | null {
  if (lastGoodAt === null) return { kind: "none" };
  if (now.getTime() - lastGoodAt.getTime() > BACKUP_OLD_AFTER_MS) return { kind: "old", lastGoodAt };
  return isOnSameDisk ? { kind: "sameDisk" } : null;
}
