import type { Config } from "#platform/config.server.ts";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import type { WalSource } from "#platform/database/embedded/wal-folder.server.ts";
import { encryptionOf } from "#platform/database/encryption-of.ts";
import { recordRunning } from "./record-running.ts";

const UNENCRYPTED =
  "The connection to the database isn't encrypted, because DATABASE_URL doesn't ask for it. End it with ?sslmode=verify-full, or with ?sslmode=disable if the network between is your own.";
const CONNECTIONS_OF_ONE = 60;
/** A web process has up to 20 connections for queries and one that listens. */
const CONNECTIONS_BESIDE = 24;

/** Where the data is: in the built-in database, or in the operator's. */
export type DatabaseSource = {
  /** Where to connect as the owner, for migrations and for restoring or importing a whole shop. */
  url: string;
  /** Where to connect as the shop's own role; null if the owner does everything. */
  shopUrl?: string | null;
  /** Whether the built-in database was created just now; only then is sample data added. */
  isNew: boolean;
  /** Where the log (WAL) of the built-in database is archived from; null if it is not. */
  wal?: WalSource | null;
  recordAddress(address: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts the built-in database, or uses the operator's. With `whileStarting`, which is called
 * meanwhile, it waits for room on a full disk; a command, which has none, is told at once. Whether
 * the log is archived is the shop's choice, too: a command leaves it as it is.
 */
export async function openSource(config: Config, say: (line: string) => void, whileStarting?: () => void): Promise<DatabaseSource> {
  const options = { say, settings: settingsFor(config), ...(whileStarting && ofShop(config, whileStarting)) };
  if (config.databaseUrl === null) return openEmbedded(config.dataDir, options);
  const { databaseUrl, databaseOwnerUrl } = config;
  const roles = databaseOwnerUrl === null ? { url: databaseUrl, shopUrl: null } : { url: databaseOwnerUrl, shopUrl: databaseUrl };
  if (whileStarting && [databaseUrl, databaseOwnerUrl ?? ""].some((url) => encryptionOf(url) === "unencrypted private")) say(UNENCRYPTED);
  const running = recordRunning(config.dataDir);
  return { ...roles, isNew: false, recordAddress: running.write, close: running.remove };
}

function ofShop({ backupDir, backupStorage }: Config, whileStarting: () => void) {
  return { whileStarting, waitsForRoom: true, isArchived: backupDir !== null || backupStorage !== null };
}

/**
 * The built-in database's default connection limit suits one process with its commands and backups;
 * web processes need more.
 */
function settingsFor({ webConcurrency }: Pick<Config, "webConcurrency">): Record<string, string> {
  return webConcurrency === 1 ? {} : { max_connections: String(CONNECTIONS_OF_ONE + webConcurrency * CONNECTIONS_BESIDE) };
}
