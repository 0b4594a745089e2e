import { join } from "node:path";
import { sentenceIn } from "#messages/sentence-in.ts";
import type { Config } from "#platform/config.server.ts";
import { encryptionOf } from "#platform/database/encryption-of.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { type FirstAdmin, openFirstAdmin } from "#shop/accounts/first-admin.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { type BackupPlace, bucketOfBackups, folderOfBackups } from "#shop/backups/backup-place.server.ts";
import { forgetBackups } from "#shop/backups/backup-state.server.ts";
import { openWalArchive, type WalArchive } from "#shop/backups/wal/archive-wal.server.ts";
import { readRestored } from "#shop/stock/restored/restored-shop.server.ts";
import { openDoors } from "../http/serve.ts";
import type { DatabaseSource } from "../start/database-source.ts";
import { checkFiles, openBackupBucket } from "../start/files.ts";
import { type Lifecycle, outliveForgottenPromises } from "../start/lifecycle.ts";
import { machineOf } from "../start/machine.ts";
import { refuseWeakAdminOf } from "../start/refuse-weak-admin.ts";
import { seedSampleData } from "../start/sample-data.ts";
import { type OpenServices, openServices } from "../start/services.ts";
import { type BackupChore, startChores } from "./chores.ts";

/** What exists once on this machine, however many processes answer visitors. */
export type OwnedShop = { source: DatabaseSource; services: OpenServices; auth: Auth; firstAdmin: FirstAdmin };

/**
 * Migrates the database and does what is done once: sample data, the first admin or the link to
 * become it, and the chores with the backups.
 */
export async function ownShop(config: Config, source: DatabaseSource, { closeLater }: Pick<Lifecycle, "closeLater">): Promise<OwnedShop> {
  await refuseWeakAdminOf(config, source.url);
  const services = await openServices(config, source);
  closeLater(services.close);
  await checkFiles(config, services.log);
  outliveForgottenPromises(services.log);

  const auth = openDoors(config, services);
  if (source.isNew && config.hasSampleData && !config.isPublic) await seedSampleData(services);
  const firstAdmin = await openFirstAdmin(services, auth, config.admin, machineOf(config));
  if (firstAdmin.way === "refused") throw new StartProblem(`ADMIN_PASSWORD: ${sentenceIn("en", firstAdmin.refusal)}`);

  if (config.backupStorage !== null && (await readRestored(services)) !== null)
    services.log.warn("no backups go to the bucket until the restore is settled at /admin/restored");
  const places = placesOf(config);
  const wal = walOf(config, source, services, places);
  const backups = backupsOf(config, source.shopUrl ?? source.url, services, places);
  const isOnly = config.databaseUrl === null;
  await forgetBackups(services, { machine: machineOf(config), isOnly }, places);
  closeLater(startChores({ ...services, db: services.longJobsDb, files: services.longJobsFiles }, backups, wal));
  return { source, services, auth, firstAdmin };
}

/** Records the shop's address and prints it. */
export async function openToAll({ source, firstAdmin }: OwnedShop, address: string): Promise<void> {
  await source.recordAddress(address);
  console.log(`The shop is open: ${address}`);
  if (firstAdmin.way === "created") console.log(`The first admin is ${firstAdmin.email}. Log in at ${address}/admin/login`);
  if (firstAdmin.way === "link")
    console.log(`Open this link within 60 minutes to become its admin. It works once: ${address}${firstAdmin.path}`);
}

/** The log of the built-in database goes to the places of the backups. */
function walOf(config: Config, { url, wal }: DatabaseSource, services: OpenServices, places: BackupPlace[]): WalArchive | null {
  if (!wal) return null;
  const { now, log } = services;
  const shop = { databaseUrl: url, wal, now, log, secret: secretOf(config, services), passphrase: config.backupPassphrase };
  return openWalArchive(shop, places);
}

function secretOf(config: Config, { secret }: OpenServices) {
  return { value: secret, isOperators: config.secret !== null };
}

function backupsOf(config: Config, databaseUrl: string, services: OpenServices, places: BackupPlace[]): BackupChore[] {
  const { longJobsFiles: files, now } = services;
  const backups = {
    databaseUrl,
    files,
    now,
    secret: secretOf(config, services),
    passphrase: config.backupPassphrase,
    machine: machineOf(config),
    isOnly: config.databaseUrl === null,
    dataDir: hasDataHere(config) ? config.dataDir : null,
  };
  return places.map((place) => ({ ...backups, place }));
}

function placesOf({ backupDir, backupStorage, dataDir }: Config): BackupPlace[] {
  return [
    ...(backupDir === null ? [] : [folderOfBackups(backupDir)]),
    ...(backupStorage === null ? [] : [bucketOfBackups(openBackupBucket(backupStorage), join(dataDir, "backups-unsent"))]),
  ];
}

/** Whether the shop's data are on this machine, as far as its address of the database tells. */
function hasDataHere({ databaseUrl }: Pick<Config, "databaseUrl">): boolean {
  return databaseUrl === null || encryptionOf(databaseUrl) === "local";
}
