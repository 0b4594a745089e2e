import type { Client } from "pg";
import { withClient } from "#platform/database/with-client.server.ts";
import type { Log } from "#platform/log.server.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { backupEveryMs } from "./backup-interval.ts";
import { backupName } from "./backup-name.ts";
import type { BackupPlace } from "./backup-place.server.ts";
import { type BackupSource, makeBackupBeside } from "./make-backup.server.ts";
import { openPictureCopies, type PictureCopies } from "./picture-copies.server.ts";
import { readNamedFiles } from "./referenced-files.server.ts";
import { backupsToDelete, newestOf } from "./stored-backups.ts";

/**
 * Where the automatic backups are stored, their passphrase, how long the rows took last, and when
 * this process copied pictures last.
 */
export type AutomaticBackups = BackupSource & {
  place: BackupPlace;
  passphrase: string | null;
  rowsMs: number | null;
  picturesAt?: Date | undefined;
  log: Pick<Log, "error">;
};

/** The keys of the advisory locks. Arbitrary, but the same in every version of the shop. */
const locks: Record<BackupPlace["kind"], number> = { folder: 7_240_017, bucket: 7_240_018 };

/**
 * Backs the shop up if it is due, in one process at a time: pictures that are not copied yet, then
 * the rows. Deletes the backups that are no longer kept, and the copies that none of the others
 * needs. A failed backup leaves no file and deletes nothing; one is good also if the old ones cannot
 * be deleted, which is logged. Where rows take so long that they are due once a day, their pictures
 * are still copied every hour: no log of the database has them. Returns how long the rows took, or
 * null in its place if only pictures were copied; null if nothing was due.
 */
export async function backUpIfDue(backups: AutomaticBackups, signal?: AbortSignal): Promise<{ rowsMs: number | null } | null> {
  if (!(await isDue(backups)) && !arePicturesDue(backups)) return null;
  return withClient(backups.databaseUrl, async (client) => {
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [locks[backups.place.kind]]);
    if (!rows[0]?.isOurs) return null;
    const areRowsDue = await isDue(backups);
    if (!areRowsDue && !arePicturesDue(backups)) return null;
    await backups.place.tidy();
    if (areRowsDue) return backUp(client, backups, signal);
    await copyPictures(client, backups, signal);
    return { rowsMs: null };
  });
}

/** Most pictures are copied before the snapshot, which would keep the database from tidying up meanwhile. */
async function backUp(client: Client, backups: AutomaticBackups, signal?: AbortSignal): Promise<{ rowsMs: number }> {
  const { place, now, log } = backups;
  const names = async () => (await place.list()).map((backup) => backup.name);
  const before = await names();
  const copies = await copyPictures(client, backups, signal);

  const at = now();
  const name = backupName(at);
  let rowsMs = 0;
  await place.add(name, async (file) => {
    const beganMs = performance.now();
    await makeBackupBeside(client, backups, file, copies, signal);
    rowsMs = Math.round(performance.now() - beganMs);
  });

  try {
    for (const old of backupsToDelete(await place.list(), { name, at })) await place.remove(old);
    await copies.sweep(before, await names());
  } catch (error) {
    log.error(`old backups in the ${place.kind} not deleted`, error);
  }
  return { rowsMs };
}

async function copyPictures(
  client: Client,
  { place, files, passphrase }: AutomaticBackups,
  signal: AbortSignal | undefined,
): Promise<PictureCopies> {
  const copies = await openPictureCopies(place.copies, passphrase);
  await copies.copy(await readNamedFiles(client), files, signal);
  return copies;
}

/** Only between backups of rows that are further apart; also soon after a start, because there may be many of them. */
function arePicturesDue({ rowsMs, picturesAt, now }: AutomaticBackups): boolean {
  if (backupEveryMs(rowsMs) <= HOUR_MS) return false;
  return picturesAt === undefined || Math.abs(now().getTime() - picturesAt.getTime()) >= HOUR_MS;
}

/**
 * Compares absolute differences, so that a clock that was set back does not delay the next backup.
 */
async function isDue({ place, now, rowsMs }: AutomaticBackups): Promise<boolean> {
  const newest = newestOf(await place.list(), now());
  return newest === undefined || Math.abs(now().getTime() - newest.at.getTime()) >= backupEveryMs(rowsMs);
}
