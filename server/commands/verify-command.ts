import { join, resolve } from "node:path";
import type { Config } from "#platform/config.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { isOfSecret, readBackup } from "#shop/backups/check-backup.server.ts";
import { newestBackup } from "#shop/backups/newest-backup.server.ts";
import { type Fault, lineOf } from "#shop/verify/fault.ts";
import type { RecordedHeads } from "#shop/verify/verify-heads.server.ts";
import { sizeOfShop, verifyShop } from "#shop/verify/verify-shop.server.ts";
import { openProgressLine } from "./progress-line.ts";
import { promptPassword } from "./prompt-password.ts";
import { withServices } from "./with-services.ts";

/**
 * `verify [--backup <file>]`: prints a line for each fault and exits with status 1 if there is one.
 */
export async function verify(words: string[]): Promise<void> {
  const named = fileNamedIn(words);
  let faults = 0;
  const report = (fault: Fault) => {
    faults += 1;
    console.log(lineOf(fault));
  };
  await withServices(async (services, config) => {
    const recorded = named ? await readHeads(named, config, services.secret) : await headsOfNewest(config, services.secret, report);
    const { ids, orders, ledgerRows } = await sizeOfShop(services);
    for await (const fault of verifyShop({ ...services, files: services.longJobsFiles }, recorded)) report(fault);
    const looked = `${counted(ids, "ID")}, ${counted(orders, "order")} and ${counted(ledgerRows, "ledger row")}`;
    const goesOn = recorded && recorded.heads.length > 0 ? ` The ledger continues from ${recorded.by}.` : "";
    console.log(faults === 0 ? `Nothing is wrong: ${looked}.${goesOn}` : `${counted(faults, "fault")} among ${looked}.`);
  });
  if (faults > 0) process.exitCode = 1;
}

function counted(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

function fileNamedIn(words: string[]): string | null {
  const [option, file = "", ...more] = words;
  if (option === undefined) return null;
  if (option === "--backup" && file !== "" && more.length === 0) return resolve(file);
  throw new StartProblem("Name a backup to compare the ledger with, or nothing: npm run shop -- verify --backup /mnt/backups/today.backup");
}

/**
 * The ledger heads of the newest backup, or null if there is no backup. A backup that cannot be
 * compared with is itself a fault.
 */
async function headsOfNewest(config: Config, secret: string, report: (fault: Fault) => void): Promise<RecordedHeads | null> {
  const file = await newestBackup(config.backupDir ?? join(config.dataDir, "backups"));
  if (file === null) return null;
  try {
    return await readHeads(file, config, secret);
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    report({ row: `backup ${file}`, wrong: error.message });
    return null;
  }
}

async function readHeads(file: string, config: Config, secret: string): Promise<RecordedHeads> {
  const progress = openProgressLine();
  const ask = async () => config.backupPassphrase ?? (await promptPassword(`Passphrase of ${file}: `));
  try {
    const { about, summary } = await readBackup(file, ask, progress.seen);
    if (!isOfSecret(about, secret)) {
      throw new StartProblem(
        "It was made with another secret, so the ledger can't be compared with it. Make a new backup and name it with --backup; the next automatic one is compared by itself.",
      );
    }
    return { by: `the backup of ${about.madeAt}`, heads: summary.ledgerHeads };
  } finally {
    progress.end();
  }
}
