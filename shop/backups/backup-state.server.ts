import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Services } from "#platform/provides.ts";
import type { BackupState } from "./backup-warning.ts";
import { listBackups } from "./daily-backup.server.ts";

/**
 * The state of the daily backups when this process last looked; null if they are not set up. Uses
 * neither database nor disk.
 */
export function readBackupState({ backups }: Pick<Services, "backups">): BackupState | null {
  return backups.state;
}

/** Reads the state of the daily backups from the disk. An unreadable folder counts as empty. */
export async function checkBackups(services: Pick<Services, "backups">, folders: { dir: string; dataDir: string }): Promise<BackupState> {
  const [newest] = await listBackups(folders.dir).catch(() => []);
  const [backups, ...data] = await Promise.all([folders.dir, folders.dataDir, join(folders.dataDir, "database")].map(diskOf));
  const state = { lastGoodAt: newest?.at ?? null, isOnSameDisk: backups !== null && backups !== undefined && data.includes(backups) };
  storeBackupState(services, state);
  return state;
}

/** Stores a state that another process of this machine has read. */
export function storeBackupState({ backups }: Pick<Services, "backups">, state: BackupState): void {
  backups.state = state;
}

async function diskOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ dev }) => dev,
    () => null,
  );
}
