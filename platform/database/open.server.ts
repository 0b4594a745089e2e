import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool } from "pg";

/** The shop's database: drizzle over a pool of connections. */
export type Database = NodePgDatabase & { $client: Pool };

/** An open transaction, as deeds hand it to their steps. */
export type Tx = Parameters<Parameters<Database["transaction"]>[0]>[0];

const CONNECTIONS_MAX = 20;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Plain words, without spaces, that every connection carries from its start on; the database neither keeps nor logs them. */
export type ConnectionSettings = Record<`trackside.${string}`, string>;

/** Opens a pool on `url`; nothing is connected before the first query. Statements of one connection travel without waiting for each other. */
export function openDatabase(url: string, options: { max?: number; settings?: ConnectionSettings } = {}): Database {
  const pool = new Pool({
    ...withSettings(url, options.settings ?? {}),
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

/** The settings as options of a connection's start. What the operator's address already asks for stays: it would win over the pool's. */
function withSettings(url: string, settings: ConnectionSettings): { connectionString: string; options?: string } {
  const added = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const target = URL.parse(url);
  const given = target?.searchParams.get("options");
  if (!target || !given) return { connectionString: url, ...(added.length > 0 ? { options: added.join(" ") } : {}) };

  target.searchParams.set("options", [given, ...added].join(" "));
  return { connectionString: target.href };
}

/** Waits for running queries and closes every connection. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.$client.end();
}
