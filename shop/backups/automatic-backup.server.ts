import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { UNFINISHED } from "#platform/archive/write-archive.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { backupEveryMs } from "./backup-interval.ts";
import { backupName, backupTime } from "./backup-name.ts";
import { type BackupSource, makeBackupBeside } from "./make-backup.server.ts";
import { copiesBeside, openPictureCopies } from "./picture-copies.server.ts";
import { readNamedFiles } from "./referenced-files.server.ts";
import { backupsToDelete, type StoredBackup } from "./stored-backups.ts";

/** Where the automatic backups are stored, their passphrase, and how long the rows took last. */
export type AutomaticBackups = BackupSource & { dir: string; passphrase: string | null; rowsMs: number | null };

/** The key of the advisory lock. Arbitrary, but the same in every version of the shop. */
const LOCK = 7_240_017;

/**
 * Backs the shop up if it is due, in one process at a time: pictures that are not copied yet, then
 * the rows. Deletes the backups that are no longer kept, and the copies that none of the others
 * needs. A failed backup leaves no file and deletes nothing. Returns how long the rows took; null if
 * none was due.
 */
export async function backUpIfDue(backups: AutomaticBackups, signal?: AbortSignal): Promise<{ rowsMs: number } | null> {
  await mkdir(backups.dir, { recursive: true, mode: 0o700 });
  if (!(await isDue(backups))) return null;

  return withClient(backups.databaseUrl, async (client) => {
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [LOCK]);
    if (!rows[0]?.isOurs || !(await isDue(backups))) return null;
    await removeHalves(backups.dir);
    return backUp(client, backups, signal);
  });
}

/** Lists the automatic backups in a folder, newest first. */
export async function listBackups(dir: string): Promise<StoredBackup[]> {
  const names = await readdir(dir);
  return names
    .flatMap((name) => {
      const at = backupTime(name);
      return at ? [{ name, at }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** Most pictures are copied before the snapshot, which would keep the database from tidying up meanwhile. */
async function backUp(client: Client, backups: AutomaticBackups, signal?: AbortSignal): Promise<{ rowsMs: number }> {
  const { dir, files, now, passphrase } = backups;
  const before = await listBackups(dir);
  const copies = await openPictureCopies(copiesBeside(dir), passphrase);
  await copies.copy(await readNamedFiles(client), files, signal);

  const name = backupName(now());
  const beganMs = performance.now();
  await makeBackupBeside(client, backups, join(dir, name), copies, signal);
  const rowsMs = Math.round(performance.now() - beganMs);

  const gone = backupsToDelete(await listBackups(dir), name);
  for (const old of gone) await rm(join(dir, old), { force: true });
  const namesOf = (list: StoredBackup[]) => list.map((backup) => backup.name);
  await copies.sweep(namesOf(before), namesOf(await listBackups(dir)));
  return { rowsMs };
}

/**
 * Compares absolute differences, so that a clock that was set back does not delay the next backup.
 */
async function isDue({ dir, now, rowsMs }: AutomaticBackups): Promise<boolean> {
  const [newest] = await listBackups(dir);
  return newest === undefined || Math.abs(now().getTime() - newest.at.getTime()) >= backupEveryMs(rowsMs);
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
