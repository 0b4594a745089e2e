import { join } from "node:path";
import { StartProblem } from "#platform/start-problem.ts";
import type { BackupPlace } from "#shop/backups/backup-place.server.ts";
import { newestOf } from "#shop/backups/stored-backups.ts";
import { ROWS_NEWER_BY_MS } from "#shop/backups/wal/constants.ts";
import { findPoint, type RestoredPoint, restorePoint } from "#shop/backups/wal/restore-point.server.ts";
import type { StoredPoint } from "#shop/backups/wal/stored-wal.ts";
import { openSource } from "../start/database-source.ts";
import { openFiles } from "../start/files.ts";
import { openServices } from "../start/services.ts";
import { throwBucketProblem } from "./fetch-backup.ts";
import type { Restoring } from "./restore-command.ts";
import { inWords, missingInWords, type NamedRows, shortInWords } from "./restored-words.ts";
import { sayHeldBack } from "./say-held-back.ts";

/**
 * Restores the newest point in a place, or the shop as it was at a time, from the log of its
 * database. Returns the backup of rows to take instead, if that is newer or there is no log. Throws
 * a `StartProblem` if there is neither, or no log of that time.
 */
export async function restoreFromPlace(restoring: Restoring, place: BackupPlace, until: Date | null): Promise<"restored" | string> {
  const orProblem = place.kind === "bucket" ? throwBucketProblem : rethrow;
  const now = new Date();
  const isOwnDatabase = restoring.config.databaseUrl !== null;
  const point = isOwnDatabase ? null : await findPoint(place, { until, now }).catch(orProblem);
  const backups = await place.list().catch(orProblem);
  const rows =
    newestOf(until === null ? backups : backups.filter(({ at }) => at <= until), now) ?? (until === null ? backups[0] : undefined);
  const instead = rows && (place.dir === null ? rows.name : join(place.dir, rows.name));
  if (until === null && rows && (point === null || rows.at.getTime() > point.newestAt.getTime() + ROWS_NEWER_BY_MS)) return instead ?? "";
  if (point === null) throw new StartProblem(nothingFor(until, { isOwnDatabase, instead }));
  await restoreTo(restoring, place, point, { until, rows: rows && { name: instead ?? "", at: rows.at } }).catch(orProblem);
  return "restored";
}

async function restoreTo(
  { config, folder, askPassphrase, progress }: Restoring,
  place: BackupPlace,
  point: StoredPoint,
  { until, rows }: { until: Date | null; rows: NamedRows | undefined },
) {
  let isRestored = false;
  const target = { place, dataDir: config.dataDir, files: openFiles(config, "nobody"), operatorsSecret: config.secret };
  try {
    const restored = await restorePoint({ ...target, askPassphrase, seen: progress.seen, say: console.log }, point, until);
    const source = await openSource(config, console.log);
    try {
      await (await openServices(config, source, { hasBackup: true })).close();
      isRestored = true;
      progress.end();
      say(restored);
      if (until !== null && restored.isShort) console.log(shortInWords(until, restored.madeAt, rows));
      await sayHeldBack(source.url, config);
    } finally {
      await source.close();
    }
  } catch (error) {
    if (!isRestored) await folder.takeBack(error);
    throw error;
  }
}

function say({ madeAt, rows, files, missing, unusable }: RestoredPoint): void {
  console.log(`Restored, as it was at ${madeAt.toISOString()}: ${inWords(rows, files)}.`);
  if (unusable > 0)
    console.log(
      `Careful: a part of the database's log is missing or damaged. What came after it could not be restored (files of it: ${unusable}).`,
    );
  if (missing.length > 0) console.log(missingInWords(missing));
}

function nothingFor(until: Date | null, { isOwnDatabase, instead }: { isOwnDatabase: boolean; instead: string | undefined }): string {
  if (until === null) return "There is no backup in that place.";
  const why = isOwnDatabase
    ? "The log of a database is restored into the built-in one only: leave out DATABASE_URL."
    : `There is no copy of the database from before ${until.toISOString()}.`;
  return instead === undefined ? why : `${why} The newest backup of rows from before it is ${instead}.`;
}

function rethrow(error: unknown): never {
  throw error;
}
