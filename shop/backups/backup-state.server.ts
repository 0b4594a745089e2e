import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Services } from "#platform/provides.ts";
import type { BackupState } from "./backup-warning.ts";
import { listBackups } from "./daily-backup.server.ts";

const seen = new WeakMap<Services["db"], BackupState>();

/** How the daily backups stood when this process last looked; null where none are set up. Asks neither the database nor the disk. */
export function readBackupState({ db }: Pick<Services, "db">): BackupState | null {
  return seen.get(db) ?? null;
}

/** Looks at the daily backups, for the pages that tell of them. A folder that cannot be read has none. */
export async function lookAtBackups({ db }: Pick<Services, "db">, place: { dir: string; dataDir: string }): Promise<BackupState> {
  const [newest] = await listBackups(place.dir).catch(() => []);
  const [backups, ...data] = await Promise.all([place.dir, place.dataDir, join(place.dataDir, "database")].map(diskOf));
  const state = { lastGoodAt: newest?.at ?? null, isOnSameDisk: backups !== null && backups !== undefined && data.includes(backups) };
  noteBackupState({ db }, state);
  return state;
}

/** Notes how the daily backups stand, where another process of this machine has looked. */
export function noteBackupState({ db }: Pick<Services, "db">, state: BackupState): void {
  seen.set(db, state);
}

async function diskOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ dev }) => dev,
    () => null,
  );
}
