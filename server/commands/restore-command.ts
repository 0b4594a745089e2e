import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { type Config, readConfig } from "#platform/config.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { type BackupPlace, bucketOfBackups, folderOfBackups } from "#shop/backups/backup-place.server.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { restoreBackup } from "#shop/backups/restore-backup.server.ts";
import { openSource } from "../start/database-source.ts";
import { openBackupBucket, openFiles } from "../start/files.ts";
import { openServices } from "../start/services.ts";
import { unusableDatabase } from "../start/unusable-database.ts";
import { fetchBackup } from "./fetch-backup.ts";
import { openEmptyPlace, recordFolder } from "./new-folder.ts";
import { openProgressLine } from "./progress-line.ts";
import { promptPassword } from "./prompt-password.ts";
import { restoreFromPlace } from "./restore-from-place.ts";
import { inWords, missingInWords } from "./restored-words.ts";
import { sayHeldBack } from "./say-held-back.ts";

const WITH_FAULTS = "--with-faults";
const FROM_BUCKET = "--from-bucket";
const UNTIL = "--until";

/** What to restore: a file or the name of a backup in the bucket; null for the newest point of a place. */
type Wish = { name: string | null; isInBucket: boolean; until: Date | null; withFaults: boolean };

/** What the parts of the command share. */
export type Restoring = {
  config: Config;
  folder: Awaited<ReturnType<typeof recordFolder>>;
  askPassphrase: () => Promise<string>;
  progress: ReturnType<typeof openProgressLine>;
};

/**
 * `restore [<file> | <folder> | --from-bucket [name]] [--until <time>] [--with-faults]`: restores
 * the shop from a backup and migrates it to this version. Of a folder or the bucket it takes the
 * newest point, or that time: from the log of the database, or else the newest backup of its rows.
 */
export async function restore(words: string[]): Promise<void> {
  const wish = wishOf(words);
  const config = readConfig({ ...process.env, LOG_LEVEL: "warn" });
  const place = placeOf(wish, config);
  const askPassphrase = async () => config.backupPassphrase ?? (await promptPassword("Passphrase of the backup: "));
  const progress = openProgressLine();
  const restoring = { config, folder: await recordFolder(config.dataDir), askPassphrase, progress };
  try {
    const rows = place === null ? wish.name : await restoreFromPlace(restoring, place, wish.until);
    if (rows !== "restored") await restoreRows(restoring, { ...wish, name: rows, isInBucket: place?.kind === "bucket" || wish.isInBucket });
  } catch (error) {
    progress.end();
    throw unusableDatabase(config, error) ?? error;
  }
}

/** Restores the rows in a file, with the pictures in it or beside it. */
async function restoreRows({ config, folder, askPassphrase, progress }: Restoring, { name, isInBucket, withFaults }: Wish): Promise<void> {
  const backup = isInBucket ? await fetchBackup(config, name) : { file: resolve(name ?? ""), remove: async () => {} };
  try {
    const checked = await checkBackup(backup, askPassphrase, config.secret, progress.seen);
    const isInUse = `A shop is running on the data folder ${config.dataDir}. Restore a backup into an empty place only.`;
    const source = await openEmptyPlace(() => openSource(config, console.log), folder, isInUse);
    let isRestored = false;
    try {
      const target = { databaseUrl: source.url, dataDir: config.dataDir, files: openFiles(config, "nobody") };
      const { missing } = await restoreBackup(target, checked, { seen: progress.seen, withFaults });
      await (await openServices(config, source, { hasBackup: true })).close();
      isRestored = true;
      progress.end();
      console.log(`Restored, as it was at ${checked.about.madeAt}: ${inWords(checked.summary.rows, checked.summary.files)}.`);
      if (missing.length > 0) console.log(missingInWords(missing));
      await sayHeldBack(source.url, config);
    } finally {
      await source.close();
      if (source.isNew && !isRestored) await folder.takeBack();
    }
    if (withFaults) console.log("Its rows were not checked. Run npm run shop -- verify before you open the shop: it lists the wrong ones.");
  } finally {
    await backup.remove();
  }
}

function wishOf(words: string[]): Wish {
  const untilAt = words.indexOf(UNTIL);
  const until = untilAt < 0 ? null : timeOf(words[untilAt + 1] ?? "");
  const rest = untilAt < 0 ? words : words.toSpliced(untilAt, 2);
  const [name = null, ...more] = rest.filter((word) => word !== WITH_FAULTS && word !== FROM_BUCKET);
  if (name === "" || name?.startsWith("--") || more.length > 0) throw usage();
  return { name, isInBucket: rest.includes(FROM_BUCKET), until, withFaults: rest.includes(WITH_FAULTS) };
}

/** Where to look for the newest point; null if one backup is named. */
function placeOf({ name, isInBucket, until }: Wish, { backupDir, backupStorage, dataDir }: Config): BackupPlace | null {
  const bucket = () => backupStorage && bucketOfBackups(openBackupBucket(backupStorage), join(dataDir, "backups-unsent"));
  if (name === null && isInBucket) return bucket();
  if (name === null) {
    const place = backupDir === null ? bucket() : folderOfBackups(backupDir);
    if (place === null) throw usage();
    return place;
  }
  if (!isInBucket && statSync(resolve(name), { throwIfNoEntry: false })?.isDirectory()) return folderOfBackups(resolve(name));
  if (until !== null)
    throw new StartProblem(`A backup shows one moment. ${UNTIL} goes with the folder of the backups, or with ${FROM_BUCKET}.`);
  return null;
}

function timeOf(text: string): Date {
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text);
  throw new StartProblem(`${UNTIL} needs a time with its zone, such as ${UNTIL} "2026-11-28T15:00:00Z" or "2026-11-28T20:30:00+05:30".`);
}

function usage(): StartProblem {
  return new StartProblem(
    `Name the backup to restore, for example: npm run shop -- restore /mnt/backups/today.backup, or the folder of the backups or ${FROM_BUCKET} for the newest point there. With ${WITH_FAULTS} rows that break a rule of the shop are restored too.`,
  );
}
