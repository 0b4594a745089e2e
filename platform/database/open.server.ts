import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool } from "pg";

/** The shop's database: drizzle over a pool of connections. */
export type Database = NodePgDatabase & { $client: Pool };

/** An open transaction, as deeds hand it to their steps. */
export type Tx = Parameters<Parameters<Database["transaction"]>[0]>[0];

const CONNECTIONS_MAX = 20;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Opens a pool on `url`; nothing is connected before the first query. Statements of one connection travel without waiting for each other. */
export function openDatabase(url: string, options: { max?: number } = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: "trackside",
    pipeline: true,
  });
  // A connection that breaks is dropped by the pool, and fails the query that it was busy with; unheard, its error would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return drizzle(pool);
}

/** Waits for running queries and closes every connection. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.$client.end();
}
