import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Config, readConfig } from "#platform/config.server.ts";
import { findSecret } from "#platform/encryption/secret.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { PASSPHRASE_MIN_LENGTH } from "#shop/backups/constants.ts";
import { findEncrypted } from "#shop/backups/encrypted-values.server.ts";
import { makeBackup } from "#shop/backups/make-backup.server.ts";
import { restoreBackup } from "#shop/backups/restore-backup.server.ts";
import { openSource } from "../start/database-source.ts";
import { openFiles } from "../start/files.ts";
import { openServices } from "../start/services.ts";
import { unusableDatabase } from "../start/unusable-database.ts";
import { fetchBackup } from "./fetch-backup.ts";
import { openEmptyPlace, recordFolder } from "./new-folder.ts";
import { openProgressLine } from "./progress-line.ts";
import { promptPassword } from "./prompt-password.ts";
import { reachSource } from "./reach-source.ts";
import { sayHeldBack } from "./say-held-back.ts";
import { writeErrorReason } from "./write-error.ts";

const WITH_FAULTS = "--with-faults";
const FROM_BUCKET = "--from-bucket";
const MISSING_NAMED = 20;

/**
 * `backup <file>`: writes the whole shop as of one moment to one file. Does not migrate the
 * database.
 */
export async function backup([name = ""]: string[]): Promise<void> {
  if (name === "") throw new StartProblem("Name the file to write, for example: npm run shop -- backup /mnt/backups/today.backup");
  const file = resolve(name);
  const config = readConfig({ ...process.env, LOG_LEVEL: "warn" });
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, "database"))) {
    throw new StartProblem(`There is no shop in ${config.dataDir}. Name its folder with DATA_DIR.`);
  }
  if (existsSync(file)) throw new StartProblem(`There is a file ${file} already. Choose another name.`);
  const passphrase = config.backupPassphrase ?? (await askNewPassphrase());

  const source = await reachSource(config);
  const progress = openProgressLine();
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  try {
    const secret = await findSecret(config, source.url, findEncrypted);
    const shop = {
      databaseUrl: source.url,
      files: openFiles(config, "nobody"),
      secret: { value: secret, isOperators: config.secret !== null },
      now: () => new Date(),
    };
    const made = await makeBackup(shop, file, { passphrase, seen: progress.seen, signal: stopping.signal });
    progress.end();
    console.log(`Backed up to ${file}: ${inWords(made.summary.rows, made.summary.files)}, in ${made.bytes} bytes.`);
    if (made.summary.missingFiles.length > 0) {
      console.log(
        `Pictures that are not in it, because they were missing, or replaced during the backup: ${made.summary.missingFiles.length}.`,
      );
    }
    if (passphrase === null) console.log(warningWithoutPassphrase(config));
  } catch (error) {
    progress.end();
    throw stopping.signal.aborted ? new StartProblem("Stopped. Nothing was written.") : asProblem(error, config, file);
  } finally {
    await source.close();
  }
}

/**
 * `restore <file> [--with-faults]`: restores the shop from a backup and migrates it to this
 * version. `restore --from-bucket [name]` takes the newest of the bucket, or that one.
 */
export async function restore(words: string[]): Promise<void> {
  const { name, isInBucket, withFaults } = wishOf(words);
  const config = readConfig({ ...process.env, LOG_LEVEL: "warn" });
  const askPassphrase = async () => config.backupPassphrase ?? (await promptPassword("Passphrase of the backup: "));
  const progress = openProgressLine();
  const folder = await recordFolder(config.dataDir);
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
  } catch (error) {
    progress.end();
    throw unusableDatabase(config, error) ?? error;
  } finally {
    await backup.remove();
  }
}

/** `name` is null for the newest of the bucket. */
function wishOf(words: string[]): { name: string | null; isInBucket: boolean; withFaults: boolean } {
  const isInBucket = words.includes(FROM_BUCKET);
  const [name = null, ...more] = words.filter((word) => word !== WITH_FAULTS && word !== FROM_BUCKET);
  if ((name === null && !isInBucket) || name === "" || name?.startsWith("--") || more.length > 0)
    throw new StartProblem(
      `Name the backup to restore, for example: npm run shop -- restore /mnt/backups/today.backup, or ${FROM_BUCKET} for the newest in the bucket. With ${WITH_FAULTS} rows that break a rule of the shop are restored too.`,
    );
  return { name, isInBucket, withFaults: words.includes(WITH_FAULTS) };
}

/** Asks for a new passphrase. Null if nothing is typed or there is no terminal. */
async function askNewPassphrase(): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const passphrase = await promptPassword(
    `Passphrase to encrypt the backup (at least ${PASSPHRASE_MIN_LENGTH} characters; empty for none): `,
  );
  if (passphrase === "") return null;
  if (passphrase.length < PASSPHRASE_MIN_LENGTH) throw new StartProblem("That passphrase is too short. Nothing was written.");
  if ((await promptPassword("Once more: ")) !== passphrase) throw new StartProblem("The two don't match. Nothing was written.");
  return passphrase;
}

function warningWithoutPassphrase({ secret }: Config): string {
  return secret === null
    ? "Careful: this backup has no passphrase and contains the shop's secret. Anyone with the file can read everything: IDs, gift card codes, addresses and accounts. Set BACKUP_PASSPHRASE to encrypt the next one."
    : "This backup has no passphrase. Anyone with the file can read names, accounts and orders. IDs, codes and encrypted addresses need SECRET, which is not in it: keep that somewhere else.";
}

function inWords(rows: Record<string, number>, files: number): string {
  const counts = { product: rows.products, ID: rows.units, order: rows.orders, account: rows.users, file: files };
  return Object.entries(counts)
    .map(([word, count = 0]) => `${count} ${word}${count === 1 ? "" : "s"}`)
    .join(", ");
}

function missingInWords(missing: string[]): string {
  const more = missing.length - MISSING_NAMED;
  return [
    `Careful: pictures are missing or damaged: ${missing.length}. The rest of the shop is whole. If you find them, put them into the shop's files under these names:`,
    ...missing.slice(0, MISSING_NAMED).map((name) => `  ${name}`),
    ...(more > 0 ? [`  and ${more} more, which npm run shop -- verify names`] : []),
  ].join("\n");
}

function asProblem(error: unknown, config: Config, file: string): unknown {
  const reason = writeErrorReason(error, file);
  if (reason) return new StartProblem(`${file} can't be written: ${reason}. Nothing was left behind.`);
  return unusableDatabase(config, error) ?? error;
}
