import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readConfig } from "#platform/config.server.ts";
import { type OpenServices, openServices } from "#server/start/services.ts";

/**
 * Opens a database as a start of the shop does, with the given secret or the one in the data
 * folder.
 */
export function openShopOn(databaseUrl: string, { dataDir, secret }: { dataDir: string; secret?: string }): Promise<OpenServices> {
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: "silent", ...(secret && { SECRET: secret }) });
  return openServices(config, { url: databaseUrl, shopUrl: null, isNew: false, recordAddress: async () => {}, close: async () => {} });
}

/** A data folder that is deleted after the test. */
export async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-data-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
