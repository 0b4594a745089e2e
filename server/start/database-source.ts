import type { Config } from "#platform/config.server.ts";
import { openEmbedded } from "#platform/database/embedded.server.ts";

const CONNECTIONS_OF_ONE = 60;
/** A process has up to 20 connections for its queries, one that listens and one that asks whether the database answers. */
const CONNECTIONS_BESIDE = 24;

/** Where the data is: in the built-in database, or in the operator's. */
export type DatabaseSource = {
  url: string;
  /** Whether the built-in database was created just now; sample data goes there only. */
  isNew: boolean;
  noteAddress(address: string): Promise<void>;
  close(): Promise<void>;
};

/** Starts the built-in database, and calls `whileStarting` meanwhile; or takes the operator's. */
export async function openSource(config: Config, say: (line: string) => void, whileStarting?: () => void): Promise<DatabaseSource> {
  const options = { say, settings: settingsFor(config), ...(whileStarting && { whileStarting }) };
  if (config.databaseUrl === null) return openEmbedded(config.dataDir, options);
  return { url: config.databaseUrl, isNew: false, noteAddress: async () => {}, close: async () => {} };
}

/** The built-in database has room for one process, with its commands and backups; each that comes beside it needs as much as it may open. */
function settingsFor({ webConcurrency }: Pick<Config, "webConcurrency">): Record<string, string> {
  return webConcurrency === 1 ? {} : { max_connections: String(CONNECTIONS_OF_ONE + webConcurrency * CONNECTIONS_BESIDE) };
}
