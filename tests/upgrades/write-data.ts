// Until 1.0.0 is released, `npm run schema` also writes the data of 1.0.0 again when the schema
// changed. Afterwards this file goes, and every later version is tested to upgrade from that data.
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#platform/config.server.ts";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { readMigrations } from "#platform/database/migrate.server.ts";
import { openServices } from "#server/start/services.ts";
import { readBackup } from "#shop/backups/check-backup.server.ts";
import { makeBackup } from "#shop/backups/make-backup.server.ts";
import { exportFolder } from "#shop/export/export-folder.server.ts";
import { BACKUP_1_0, EXPORT_1_0, SECRET_1_0 } from "./data-of-1.0.ts";
import { fillWholeShop } from "./whole-shop.ts";

if (await isOutdated()) {
  await writeData();
  console.log(`${BACKUP_1_0} and ${EXPORT_1_0} are written.`);
}
// The shop that filled them listens on its database.
process.exit(0);

/** Whether the backup is of another schema than this version's. */
async function isOutdated(): Promise<boolean> {
  const { about } = await readBackup(BACKUP_1_0, async () => "").catch(() => ({ about: null }));
  const migrations = (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }));
  // A second migration comes after the release: its data is no data of 1.0.0.
  if (migrations.length > 1) return false;
  return JSON.stringify(about?.migrations) !== JSON.stringify(migrations);
}

/** Replaces the export and the backup of 1.0.0 by those of a shop that this version fills. */
async function writeData(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "trackside-1.0-"));
  const source = await openEmbedded(dataDir, { settings: { fsync: "off" } });
  try {
    const config = readConfig({ DATA_DIR: dataDir, SECRET: SECRET_1_0, LOG_LEVEL: "silent" });
    const services = await openServices(config, { ...source, shopUrl: null }, { forNobody: true });
    await fillWholeShop(services);
    await rm(EXPORT_1_0, { recursive: true, force: true });
    await rm(BACKUP_1_0, { force: true });
    const shop = { databaseUrl: source.url, files: services.longJobsFiles, vault: services.vault, now: services.now };
    await mkdir(EXPORT_1_0, { recursive: true });
    await exportFolder(shop, EXPORT_1_0);
    // They are for people, and never read.
    for (const name of await readdir(EXPORT_1_0)) if (name.endsWith(".csv")) await rm(join(EXPORT_1_0, name));
    await makeBackup({ ...shop, secret: { value: SECRET_1_0, isOperators: true } }, BACKUP_1_0, { passphrase: null });
    await services.close();
  } finally {
    await source.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
