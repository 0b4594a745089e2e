import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { UNFINISHED } from "#platform/archive/write-archive.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { backupName, backupTime } from "./backup-name.ts";
import { BACKUP_EVERY_MS, BACKUPS_STORED } from "./constants.ts";
import { type BackupSource, makeBackupOn } from "./make-backup.server.ts";

/** Where the daily backups are stored, and their passphrase. */
export type DailyBackups = BackupSource & { dir: string; passphrase: string | null };

/** The key of the advisory lock. Arbitrary, but the same in every version of the shop. */
const DAILY_LOCK = 7_240_017;

/**
 * Makes a daily backup if the newest is a day old, in one process at a time, and keeps the newest
 * seven. A failed backup leaves no file and deletes no older one. Returns the number made.
 */
export async function backUpDaily(daily: DailyBackups, signal?: AbortSignal): Promise<number> {
  await mkdir(daily.dir, { recursive: true, mode: 0o700 });
  if (!(await isDue(daily))) return 0;

  return withClient(daily.databaseUrl, async (client) => {
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [DAILY_LOCK]);
    if (!rows[0]?.isOurs || !(await isDue(daily))) return 0;

    await removeHalves(daily.dir);
    const options = { passphrase: daily.passphrase, ...(signal ? { signal } : {}) };
    await makeBackupOn(client, daily, join(daily.dir, backupName(daily.now())), options);
    for (const { name } of (await listBackups(daily.dir)).slice(BACKUPS_STORED)) await rm(join(daily.dir, name), { force: true });
    return 1;
  });
}

/** Lists the daily backups in a folder, newest first. */
export async function listBackups(dir: string): Promise<{ name: string; at: Date }[]> {
  const names = await readdir(dir);
  return names
    .flatMap((name) => {
      const at = backupTime(name);
      return at ? [{ name, at }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

/**
 * Compares absolute differences, so that a clock that was set back does not delay the next backup.
 */
async function isDue({ dir, now }: DailyBackups): Promise<boolean> {
  const [newest] = await listBackups(dir);
  return newest === undefined || Math.abs(now().getTime() - newest.at.getTime()) >= BACKUP_EVERY_MS;
}

/**
 * Removes unfinished files of a crashed backup. The caller must hold the lock, so nobody else is
 * writing.
 */
async function removeHalves(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const [whole = ""] = name.split(".backup.");
    if (name.endsWith(UNFINISHED) && backupTime(`${whole}.backup`)) await rm(join(dir, name), { force: true });
  }
}
