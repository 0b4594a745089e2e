import { StartProblem } from "#platform/start-problem.ts";
import { Credentials } from "#shop/accounts/account-forms.ts";
import { openAuth } from "#shop/accounts/auth.server.ts";
import { makeAdmin } from "#shop/accounts/make-admin.server.ts";
import { resetSecondFactor } from "#shop/accounts/reset-second-factor.server.ts";
import { askSecretly } from "./ask-secretly.ts";
import { backup, restore } from "./backup-commands.ts";
import { exportShop, takeIn } from "./export-commands.ts";
import { importOldShop } from "./import-command.ts";
import { rotate } from "./rotate-command.ts";
import { verify } from "./verify-command.ts";
import { withServices } from "./with-services.ts";

const USAGE = `npm run shop -- <command>

  create-admin <email>          makes an admin, or gives an admin a new password and takes the second factor away;
                                asks for the password, or reads it from standard input
  reset-second-factor <email>   takes the second factor from who lost the device and the recovery codes; the password stays
  verify [--backup <file>]      looks at every ID, order, file and ledger row, while the shop runs or not, and names what is wrong;
                                compares the ledger with that backup, or with the newest one there is
  backup <file>                 writes everything into one file, while the shop runs; sealed with BACKUP_PASSPHRASE, or with what is typed
  restore <file>                brings a shop back from such a file, into an empty place
  export <folder>               writes every table as CSV and JSON, and the pictures, into a new folder, while the shop runs
  take-in <folder>              brings the whole shop of such a folder into an empty place
  import <export.json> [--accounts <file> --hash-config <file>] [--proofs <folder>] [--report <file>] [--preview | --yes]
                                brings in the data of the shop that was before, from the export of its realtime database; tells
                                first what it would do, and asks
  rotate-secret                 another secret for a shop that is stopped: all that was sealed is sealed anew; where SECRET is set,
                                takes the new one from NEW_SECRET, or asks for it`;

const commands: Record<string, (words: string[]) => Promise<void>> = {
  "create-admin": createAdmin,
  "reset-second-factor": resetFactor,
  verify,
  backup,
  restore,
  export: exportShop,
  "take-in": takeIn,
  import: importOldShop,
  "rotate-secret": rotate,
};

async function createAdmin([email = ""]: string[]): Promise<void> {
  if (!Credentials.shape.email.safeParse(email).success)
    throw new StartProblem("Name the admin's e-mail address: npm run shop -- create-admin you@shop.example");
  const password = await askSecretly("New password (8 to 128 characters): ");
  const form = Credentials.safeParse({ email, password });
  if (!form.success) throw new StartProblem("The password must have 8 to 128 characters. Nothing was changed.");

  await withServices(async (services, config) => {
    const auth = openAuth(services, { appUrl: config.appUrl ?? `http://localhost:${config.port}`, secret: services.secret });
    const made = await makeAdmin(services, auth, form.data);
    if (!made.ok) throw new StartProblem(`${made.sentence} Nothing was changed.`);
  });
  console.log(`${form.data.email} is an admin and can log in at /admin/login. Earlier sessions of this account have ended.`);
}

async function resetFactor([email = ""]: string[]): Promise<void> {
  const address = Credentials.shape.email.safeParse(email);
  if (!address.success) throw new StartProblem("Name the account's e-mail address: npm run shop -- reset-second-factor you@shop.example");

  await withServices(async (services) => {
    const reset = await resetSecondFactor(services, address.data);
    if (!reset.ok) throw new StartProblem(`${reset.sentence} Nothing was changed.`);
    console.log(
      reset.value.had
        ? `${address.data} logs in with the password alone now. Earlier sessions of this account have ended.`
        : `${address.data} has no second factor. Nothing was changed.`,
    );
  });
}

const [name = "", ...words] = process.argv.slice(2);
const command = commands[name];
try {
  if (!command) throw new StartProblem(name === "" ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  await command(words);
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof StartProblem ? error.message : error);
}
