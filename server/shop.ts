import { StartProblem } from "#platform/start-problem.ts";

const USAGE = `npm run shop -- <command>

  create-admin <email>          makes an admin, or gives an admin a new password and takes the second factor away;
                                asks for the password, or reads it from standard input
  reset-second-factor <email>   takes the second factor from who lost the device and the recovery codes; the password stays
  verify [--backup <file>]      looks at every ID, order, file and ledger row, while the shop runs or not, and names what is wrong;
                                compares the ledger with that backup, or with the newest one there is
  backup <file>                 writes everything into one file, while the shop runs; sealed with BACKUP_PASSPHRASE, or with what is typed
  restore <file> [--with-faults]
                                brings a shop back from such a file, into an empty place; refuses a row that breaks a rule of the shop,
                                unless it is told to restore such rows too: verify then names them
  export <folder>               writes every table as CSV and JSON, and the pictures, into a new folder, while the shop runs
  take-in <folder>              brings the whole shop of such a folder into an empty place
  import <export.json> [--accounts <file> --hash-config <file>] [--proofs <folder>] [--report <file>] [--preview | --yes]
                                brings in the data of the shop that was before, from the export of its realtime database; tells
                                first what it would do, and asks
  rotate-secret                 another secret for a shop that is stopped: all that was sealed is sealed anew; where SECRET is set,
                                takes the new one from NEW_SECRET, or asks for it`;

/**
 * Each command loads only its own modules: V8 lets garbage grow in proportion to what is loaded.
 */
const commands: Record<string, (words: string[]) => Promise<void>> = {
  "create-admin": async (words) => (await import("./commands/create-admin-command.ts")).createAdmin(words),
  "reset-second-factor": async (words) => (await import("./commands/reset-second-factor-command.ts")).resetFactor(words),
  verify: async (words) => (await import("./commands/verify-command.ts")).verify(words),
  backup: async (words) => (await import("./commands/backup-commands.ts")).backup(words),
  restore: async (words) => (await import("./commands/backup-commands.ts")).restore(words),
  export: async (words) => (await import("./commands/export-commands.ts")).exportShop(words),
  "take-in": async (words) => (await import("./commands/export-commands.ts")).takeIn(words),
  import: async (words) => (await import("./commands/import-command.ts")).importOldShop(words),
  "rotate-secret": async () => (await import("./commands/rotate-command.ts")).rotate(),
};

const [name = "", ...words] = process.argv.slice(2);
const command = commands[name];
try {
  if (!command) throw new StartProblem(name === "" ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  await command(words);
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof StartProblem ? error.message : error);
}
