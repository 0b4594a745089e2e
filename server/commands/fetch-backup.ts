import { existsSync } from "node:fs";
import { mkdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#platform/config.server.ts";
import { openDataFolder } from "#platform/database/embedded/embedded-location.server.ts";
import type { Files } from "#platform/files/files.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { listBucket } from "#shop/backups/backup-place.server.ts";
import { newestOf } from "#shop/backups/stored-backups.ts";
import { openBackupBucket, storageFault } from "../start/files.ts";
import { writeErrorReason } from "./write-error.ts";

/** The local copy of a backup, where the copies of its pictures are, and how to remove it. */
type FetchedBackup = { file: string; copies: Files; remove(): Promise<void> };

/**
 * Fetches the rows of a backup from the bucket into the data folder, those of the newest if no name
 * is given. Throws a `StartProblem` if there is no bucket or no such backup, which then lists those
 * that are there, if the bucket cannot be used, also for a picture later, or if the disk is full.
 */
export async function fetchBackup(
  { backupStorage, dataDir }: Pick<Config, "backupStorage" | "dataDir">,
  name: string | null,
): Promise<FetchedBackup> {
  if (backupStorage === null) throw new StartProblem("There is no bucket of backups. Set BACKUP_S3_… as for the shop that made them.");
  const { rows, copies } = openBackupBucket(backupStorage);
  const backups = await listBucket(rows).catch(throwBucketProblem);
  const stored = backups.map((backup) => backup.name);
  const chosen = name ?? newestOf(backups, new Date())?.name ?? stored[0];
  if (chosen === undefined) throw new StartProblem("There is no backup in the bucket.");
  const unknown = new StartProblem([`There is no ${chosen} in the bucket. There are:`, ...stored.map((one) => `  ${one}`)].join("\n"));
  if (!stored.includes(chosen)) throw unknown;

  const isNew = !existsSync(dataDir);
  const folder = join(await openDataFolder(dataDir), "backup-fetched");
  const file = join(folder, chosen);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    if (isNew) await rmdir(dataDir).catch(() => {});
  };
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    if (!(await rows.getFile(chosen, file))) throw unknown;
    return { file, copies: { ...copies, get: (key) => copies.get(key).catch(throwBucketProblem) }, remove };
  } catch (error) {
    await remove();
    const reason = writeErrorReason(error, file);
    if (reason) throw new StartProblem(`The backup can't be written to ${folder}: ${reason}. Nothing was restored.`);
    return throwBucketProblem(error);
  }
}

/** Says why the bucket of backups cannot be used. Throws any other error as it is. */
export function throwBucketProblem(error: unknown): never {
  const fault = storageFault(error, "BACKUP_S3_");
  throw fault === null ? error : new StartProblem(`The bucket of backups can't be used: ${fault}. Nothing was restored.`);
}
