import type { Config } from "#platform/config.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import type { Auth } from "#shop/accounts/auth.server.ts";
import { type FirstAdmin, openFirstAdmin } from "#shop/accounts/first-admin.server.ts";
import type { BackupState } from "#shop/backups/backup-warning.ts";
import { type BackupChore, startChores } from "./chores.ts";
import type { DatabaseSource } from "./database-source.ts";
import { checkFiles } from "./files.ts";
import { type Lifetime, outliveForgottenPromises } from "./lifetime.ts";
import { seedSampleData } from "./sample-data.ts";
import { openDoors } from "./serve.ts";
import { type OpenServices, openServices } from "./services.ts";

/** A shop's one owner on this machine: what is there only once, however many processes answer visitors. */
export type OwnedShop = { source: DatabaseSource; services: OpenServices; auth: Auth; firstAdmin: FirstAdmin };

/**
 * Brings the database up to date, and does what is done once: sample data, the first admin or the link to become it, the chores with the daily backups.
 * `onBackupsSeen` hears how those stand.
 */
export async function ownShop(
  config: Config,
  source: DatabaseSource,
  { closeLater }: Pick<Lifetime, "closeLater">,
  onBackupsSeen?: (state: BackupState) => void,
): Promise<OwnedShop> {
  const services = await openServices(config, source);
  closeLater(services.close);
  await checkFiles(config, services.log);
  outliveForgottenPromises(services.log);

  const auth = openDoors(config, services);
  if (source.isNew && config.hasSampleData && !config.isPublic) await seedSampleData(services);
  const firstAdmin = await openFirstAdmin(services, auth, config.admin);
  if (firstAdmin.way === "refused") throw new StartProblem(`ADMIN_PASSWORD: ${firstAdmin.refusal.sentence}`);

  closeLater(startChores({ ...services, files: services.patientFiles }, backupsOf(config, source.url, services), onBackupsSeen));
  return { source, services, auth, firstAdmin };
}

/** Notes where the shop answers, and says so. */
export async function openToAll({ source, firstAdmin }: OwnedShop, address: string): Promise<void> {
  await source.noteAddress(address);
  console.log(`The shop is open: ${address}`);
  if (firstAdmin.way === "created") console.log(`The first admin is ${firstAdmin.email}: log in at ${address}/admin/login`);
  if (firstAdmin.way === "link") console.log(`Become its admin here, within 60 minutes and once: ${address}${firstAdmin.path}`);
}

function backupsOf(config: Config, databaseUrl: string, services: OpenServices): BackupChore | null {
  if (config.backupDir === null) return null;
  const { patientFiles: files, now, secret } = services;
  return {
    ...{ databaseUrl, files, now, secret: { value: secret, isOperators: config.secret !== null } },
    ...{ dir: config.backupDir, passphrase: config.backupPassphrase, dataDir: config.dataDir },
  };
}
