import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "#platform/config.server.ts";
import type { Files } from "#platform/files/files.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { listBucket } from "#shop/backups/backup-place.server.ts";
import { openBackupBucket } from "../start/files.ts";

/** The local copy of a backup, where the copies of its pictures are, and how to remove it. */
type FetchedBackup = { file: string; copies: Files; remove(): Promise<void> };

/**
 * Fetches the rows of a backup from the bucket, those of the newest if no name is given. Throws a
 * `StartProblem` if there is no bucket or no such backup, which then lists those that are there.
 */
export async function fetchBackup({ backupStorage }: Pick<Config, "backupStorage">, name: string | null): Promise<FetchedBackup> {
  if (backupStorage === null) throw new StartProblem("There is no bucket of backups. Set BACKUP_S3_… as for the shop that made them.");
  const { rows, copies } = openBackupBucket(backupStorage);
  const stored = (await listBucket(rows)).map((backup) => backup.name);
  const chosen = name ?? stored[0];
  if (chosen === undefined) throw new StartProblem("There is no backup in the bucket.");
  if (!stored.includes(chosen))
    throw new StartProblem([`There is no ${chosen} in the bucket. There are:`, ...stored.map((one) => `  ${one}`)].join("\n"));

  const folder = await mkdtemp(join(tmpdir(), "trackside-restore-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, chosen);
  try {
    await rows.getFile(chosen, file);
    return { file, copies, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
