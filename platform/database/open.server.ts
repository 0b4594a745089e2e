import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Pool, PoolConfig } from "pg";
import { unhurried, WatchedPool } from "./watched-pool.server.ts";

/** The shop's database: drizzle over a pool of connections. */
export type Database = NodePgDatabase & { $client: Pool };

/** What a read asks: the database, or a connection on which a deed's transaction ran. */
export type Reading = Pick<Database, "select">;

/** An open transaction, as deeds hand it to their steps. */
export type Tx = Parameters<Parameters<Database["transaction"]>[0]>[0];

const CONNECTIONS_MAX = 20;
const CONNECT_TIMEOUT_MS = 10_000;
const UNHURRIED_CONNECT_TIMEOUT_MS = 2 * 60_000;
const IDLE_TIMEOUT_MS = 30_000;

/**
 * What one connection holds keeps no other waiting for ever, also when its process is frozen or its host is gone: the database ends a transaction whose
 * process says nothing, and whoever waits for a lock longer than that is told to come back.
 */
const timeLimits = { idle_in_transaction_session_timeout: 10_000, lock_timeout: 15_000 };

/** Plain words, without spaces, that every connection carries from its start on; the database neither keeps nor logs them. */
export type ConnectionSettings = Record<`trackside.${string}`, string>;

/**
 * Opens a pool on `url`; nothing is connected before the first query. Statements of one connection travel without waiting for each other. A database that
 * says nothing any more is found out (`WatchedPool`): within seconds, or within minutes where nobody waits for what is done, as in a command.
 */
export function openDatabase(
  url: string,
  { max = CONNECTIONS_MAX, settings, forNobody = false }: { max?: number; settings?: ConnectionSettings; forNobody?: boolean } = {},
): Database {
  const options: PoolConfig = {
    ...withSettings(url, { ...timeLimits, ...settings }),
    max,
    connectionTimeoutMillis: forNobody ? UNHURRIED_CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: "trackside",
    pipeline: true,
    keepAlive: true,
  };
  const pool = forNobody ? new WatchedPool(options, unhurried) : new WatchedPool(options);
  // A connection that breaks is dropped by the pool, and fails the query that it was busy with; unheard, its error would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return drizzle(pool);
}

type AllSettings = ConnectionSettings & Partial<typeof timeLimits>;

/** The settings as options of a connection's start. What the operator's address already asks for stays: it would win over the pool's. */
export function withSettings(url: string, settings: AllSettings): { connectionString: string; options: string } {
  const added = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
  const target = URL.parse(url);
  const given = target?.searchParams.get("options");
  if (!target || !given) return { connectionString: url, options: added };

  const options = `${added} ${given}`;
  target.searchParams.set("options", options);
  return { connectionString: target.href, options };
}

/** Waits for running queries and closes every connection. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.$client.end();
}
