import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { type ClientBase, Pool } from "pg";

/** The shop's database: drizzle over a pool of connections, with its prepared queries. */
export type Database = NodePgDatabase & { $client: Pool; prepared: Prepared; together: Together };

/** What a query reads from: the database, or one of its connections. */
export type Reading = Pick<Database, "select" | "with" | "$with" | "prepared"> & { $client: Pick<ClientBase, "query"> };

/**
 * The prepared query of this name. `build` makes it once, for the pool or a connection, because
 * Drizzle takes longer to write a statement than PostgreSQL to run it. Each connection plans it
 * once. Values that differ from call to call are placeholders.
 */
type Prepared = <Query>(name: string, build: (db: NodePgDatabase) => { prepare(name: string): Query }) => Query;

/**
 * Runs queries over one connection of the pool. Those that do not wait for each other are sent at
 * once, and PostgreSQL wakes up once for all of them. If one fails, the connection is closed.
 */
type Together = <T>(read: (db: Reading) => Promise<T>) => Promise<T>;

/** An open transaction, as commands pass it to their helpers. */
export type Tx = Omit<NodePgDatabase, "transaction">;

const CONNECTIONS_MAX = 20;
/**
 * An idle connection that the network dropped is noticed within 15 s: the system probes it ten
 * times, once a second.
 */
const KEEP_ALIVE_AFTER_MS = 5_000;
const IDLE_TIMEOUT_MS = 10_000;

/**
 * A visitor gets an error within 10 s if the database does not answer: after at most two waits, for
 * a connection and a statement, or for two statements (as when a cached page is rendered again
 * because its first render failed).
 */
const visitorTimeouts = { connectionTimeoutMillis: 4_000, query_timeout: 4_500 };
/**
 * Limits of the database itself, each shorter than the next: an idle transaction, so that others
 * get its locks; the wait for a lock; a statement, which ends before the shop drops its connection.
 */
const visitorLimits = { idle_in_transaction_session_timeout: 3_000, lock_timeout: 4_000, statement_timeout: 4_300 };

/** If no visitor waits, a busy disk or a long statement must not cost the work of an hour. */
const jobTimeouts = { connectionTimeoutMillis: 2 * 60_000 };
const jobLimits = { idle_in_transaction_session_timeout: 10_000, lock_timeout: 15_000 };

/**
 * Settings, without spaces in their values, that each connection has from its start; the database
 * neither stores nor logs them.
 */
export type ConnectionSettings = Record<`trackside.${string}`, string>;

/**
 * The maximum number of connections, their settings, whether no visitor waits for them, and the
 * name under which the database lists them.
 */
type OpeningOfDatabase = { max?: number; settings?: ConnectionSettings; forNobody?: boolean; name?: string };

/**
 * Opens a pool on `url`; it connects with the first query. Statements on one connection are
 * pipelined. A statement without an answer fails after 4.5 s, and the wait for a connection after 4
 * s, both as `isUnreachable`. `forNobody`: a pool for long jobs, in which a statement may take as
 * long as it needs.
 */
export function openDatabase(
  url: string,
  { max = CONNECTIONS_MAX, settings, forNobody = false, name = "trackside" }: OpeningOfDatabase = {},
): Database {
  const pool = new Pool({
    ...withSettings(url, { ...(forNobody ? jobLimits : visitorLimits), ...settings }),
    ...(forNobody ? jobTimeouts : visitorTimeouts),
    max,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: name,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  });
  // The pool drops a broken connection and fails its query; without a listener, the error event
  // would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return Object.assign(withPrepared(drizzle(pool)), { together: togetherOn(pool) });
}

function togetherOn(pool: Pool): Together {
  const readings = new WeakMap<ClientBase, Reading>();
  return async (read) => {
    const client = await pool.connect();
    const reading = readings.get(client) ?? withPrepared(drizzle(client));
    readings.set(client, reading);
    try {
      const value = await read(reading);
      client.release();
      return value;
    } catch (error) {
      // Closes the connection once the queries that were sent with the failed one are answered.
      client.release(true);
      throw error;
    }
  };
}

function withPrepared<Db extends NodePgDatabase>(db: Db): Db & { prepared: Prepared } {
  const built = new Map<string, unknown>();
  function prepared<Query>(name: string, build: (db: NodePgDatabase) => { prepare(name: string): Query }): Query {
    if (!built.has(name)) built.set(name, build(db).prepare(name));
    // A name stands for one query, as PostgreSQL demands, too.
    return built.get(name) as Query;
  }
  return Object.assign(db, { prepared });
}

type AllSettings = ConnectionSettings & Partial<typeof visitorLimits>;

/**
 * Passes the settings as connection options. Options in the operator's URL are kept, because they
 * would override the pool's.
 */
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
