import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { migrationNames } from "#platform/database/migrate.server.ts";

const MIGRATIONS = "platform/database/migrations";

/** An empty folder, deleted after the test. */
export async function anEmptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-upgrade-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

/** A folder with every migration and these later ones, as a newer version has it. */
export async function laterMigrations(...more: [name: string, sql: string][]): Promise<string> {
  const folder = await anEmptyFolder();
  for (const name of await migrationNames()) await copyFile(join(MIGRATIONS, name), join(folder, name));
  for (const [name, sql] of more) await writeFile(join(folder, name), sql);
  return folder;
}
