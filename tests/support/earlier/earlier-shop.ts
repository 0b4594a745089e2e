import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { migrate, readMigrations } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openVault } from "#platform/vault.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { earlierData } from "./earlier-data.ts";
import { anEmptyDatabase } from "./empty-database.ts";
import { TEST_SECRET } from "./shop.ts";

export const MIGRATIONS = "platform/database/migrations";
/** Every migration there is, in order. */
export const migrationNames = (await readMigrations()).map(({ name }) => name);

/** A folder with copies of these migrations, which is gone after the test. */
export async function folderWith(migrations: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-upgrade-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  for (const name of migrations) await copyFile(join(MIGRATIONS, name), join(folder, name));
  return folder;
}

/** A database as it was when these were all migrations that there were, with what a shop had in it by then. */
export async function aDatabaseAt(migrations: string[]): Promise<string> {
  const databaseUrl = await anEmptyDatabase();
  await bringTo(databaseUrl, migrations);
  return databaseUrl;
}

/** Gives an empty database these migrations, and what a shop had in it by then. */
export async function bringTo(databaseUrl: string, migrations: string[], secret: string = TEST_SECRET): Promise<void> {
  const vault = openVault(secret);
  for (const [at, name] of migrations.entries()) {
    const db = openDatabase(databaseUrl, { max: 1, settings: ledgerSettings({ vault }) });
    await migrate(db, await folderWith(migrations.slice(0, at + 1)));
    await closeDatabase(db);
    await withClient(databaseUrl, async (client) => earlierData[name]?.(client, vault));
  }
}
