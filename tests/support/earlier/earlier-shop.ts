import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { migrate, readMigrations } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { openVault } from "#platform/encryption/vault.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { anEmptyDatabase } from "../database/empty-database.ts";
import { unboundValue } from "../secret/unbound-value.ts";
import { TEST_SECRET } from "../shop/shop.ts";
import { earlierData } from "./earlier-data.ts";

export const MIGRATIONS = "platform/database/migrations";
/** Every migration, in order. */
export const migrationNames = (await readMigrations()).map(({ name }) => name);

/** A folder with copies of these migrations, deleted after the test. */
export async function folderWith(migrations: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-upgrade-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  for (const name of migrations) await copyFile(join(MIGRATIONS, name), join(folder, name));
  return folder;
}

/** A database at a time when only these migrations existed, with the data that a shop had then. */
export async function aDatabaseAt(migrations: string[]): Promise<string> {
  const databaseUrl = await anEmptyDatabase();
  await bringTo(databaseUrl, migrations);
  return databaseUrl;
}

/**
 * Applies these migrations to an empty database and adds the data that a shop had then. `since` of
 * them ran in an earlier call.
 */
export async function bringTo(databaseUrl: string, migrations: string[], secret: string = TEST_SECRET, since = 0): Promise<void> {
  const settings = ledgerSettings({ vault: openVault(secret) });
  const folder = await folderWith(migrations.slice(0, since));
  const isStop = (name: string) => name in earlierData || name === migrations.at(-1);
  for (const name of migrations.slice(since)) {
    await copyFile(join(MIGRATIONS, name), join(folder, name));
    if (!isStop(name)) continue;
    const db = openDatabase(databaseUrl, { max: 1, settings });
    await migrate(db, folder);
    await closeDatabase(db);
    await addData(databaseUrl, name, secret);
  }
}

/** Adds the data that a shop had after this migration. */
export async function addData(databaseUrl: string, migration: string, secret: string = TEST_SECRET): Promise<void> {
  await withClient(databaseUrl, async (client) =>
    earlierData[migration]?.(client, openVault(secret), (text) => unboundValue(secret, text)),
  );
}
