import { StartProblem } from "#platform/start-problem.ts";

const USAGE = `npm run shop -- <command>

  create-admin <email>          makes an admin, or gives an admin a new password and turns off two-step login;
                                asks for the password, or reads it from standard input
  reset-second-factor <email>   turns off two-step login for someone who lost the device and the recovery codes
  verify [--backup <file>]      checks every ID, order, file and ledger row, and lists what is wrong;
                                compares the ledger with that backup, or with the newest one
  backup <file>                 writes the whole shop into one file, even while it runs; encrypts it with
                                BACKUP_PASSPHRASE or with what you type
  restore <file> [--with-faults]
                                restores a backup into an empty place; refuses a row that breaks a rule of the shop;
                                with --with-faults it restores such rows too, and verify lists them
  restore [<folder> | --from-bucket] [--until <time>]
                                restores the newest point in a folder of backups (BACKUP_DIR if none is named) or in the
                                bucket, or the shop as it was at that time
  restore --from-bucket <name>  restores that backup of the bucket
  export <folder>               writes every table as CSV and JSON, and the pictures, into a new folder
  take-in <folder>              imports such a folder into an empty place
  import <export.json> [--accounts <file> --hash-config <file>] [--proofs <folder>] [--report <file>] [--preview | --yes]
                                imports your old shop from the export of its realtime database; shows a preview
                                first, and asks
  rotate-secret                 gives a stopped shop a new secret and encrypts everything again; if SECRET is set,
                                takes the new one from NEW_SECRET, or asks for it
  try-payments                  opens another shop with data of its own, where payments by Razorpay go to a program on
                                this machine and no money moves; deletes it when you stop it`;

/**
 * Each command loads only its own modules: V8 lets garbage grow in proportion to what is loaded.
 */
const commands: Record<string, (words: string[]) => Promise<void>> = {
  "create-admin": async (words) => (await import("./commands/create-admin-command.ts")).createAdmin(words),
  "reset-second-factor": async (words) => (await import("./commands/reset-second-factor-command.ts")).resetFactor(words),
  verify: async (words) => (await import("./commands/verify-command.ts")).verify(words),
  backup: async (words) => (await import("./commands/backup-command.ts")).backup(words),
  restore: async (words) => (await import("./commands/restore-command.ts")).restore(words),
  export: async (words) => (await import("./commands/export-commands.ts")).exportShop(words),
  "take-in": async (words) => (await import("./commands/export-commands.ts")).takeIn(words),
  import: async (words) => (await import("./commands/import-command.ts")).importOldShop(words),
  "try-payments": async () => (await import("./commands/try-payments-command.ts")).tryPayments(),
  "rotate-secret": async () => (await import("./commands/rotate-command.ts")).rotate(),
};

const [name = "", ...words] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
try {
  if (!command) throw new StartProblem(name === "" ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  await command(words);
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof StartProblem ? error.message : error);
}
