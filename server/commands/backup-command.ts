import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Config, readConfig } from "#platform/config.server.ts";
import { findSecret } from "#platform/encryption/secret.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { PASSPHRASE_MIN_LENGTH } from "#shop/backups/constants.ts";
import { findEncrypted } from "#shop/backups/encrypted-values.server.ts";
import { makeBackup } from "#shop/backups/make-backup.server.ts";
import { openFiles } from "../start/files.ts";
import { unusableDatabase } from "../start/unusable-database.ts";
import { openProgressLine } from "./progress-line.ts";
import { promptPassword } from "./prompt-password.ts";
import { reachSource } from "./reach-source.ts";
import { inWords } from "./restored-words.ts";
import { writeErrorReason } from "./write-error.ts";

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

function asProblem(error: unknown, config: Config, file: string): unknown {
  const reason = writeErrorReason(error, file);
  if (reason) return new StartProblem(`${file} can't be written: ${reason}. Nothing was left behind.`);
  return unusableDatabase(config, error) ?? error;
}
