import { type SQL, sql } from "drizzle-orm";
import type { Database, Tx } from "../database/open.server.ts";
import { letTakeLong } from "../database/watched-pool.server.ts";
import { quiet } from "./quiet.server.ts";

/** Work for later: which task, and plain words that say on what. No secret may be among them, for they lie open in the queue. */
export type Job = { task: string; payload: Record<string, string>; key: string; delayMs?: number };

/** The queue that all processes on one database share. Of one key it holds one job: the later one counts. */
export type Jobs = {
  /** Step: queues a job in a transaction; it is done after the commit, and never if there is none. */
  add(tx: Pick<Tx, "execute">, job: Job): Promise<void>;
  /** The same as an expression, for a statement that writes other things too. */
  adding(task: string, payload: SQL, key: SQL): SQL;
};

/** The queue in PostgreSQL, where `installJobs` has laid its tables. */
export const jobs: Jobs = {
  async add(tx, { task, payload, key, delayMs = 0 }) {
    await tx.execute(sql`select from graphile_worker.add_job(${task}::text, ${JSON.stringify(payload)}::json,
      run_at => now() + ${delayMs}::float8 * interval '1 millisecond', job_key => ${key}::text)`);
  },
  adding: (task, payload, key) => sql`graphile_worker.add_job(${task}::text, ${payload}, job_key => ${key})`,
};

/** Any number will do, as long as every version of the shop uses the same. */
const INSTALL_LOCK = 7_240_016;

/** Lays the queue's tables or brings them to the newest shape, one process at a time. */
export async function installJobs(db: Database): Promise<void> {
  const { runMigrations } = await import("graphile-worker");
  const client = await db.$client.connect();
  try {
    await letTakeLong(client);
    await client.query("select pg_advisory_lock($1)", [INSTALL_LOCK]);
    await runMigrations({ pgPool: db.$client, logger: await quiet() });
  } finally {
    // The lock goes with the connection.
    client.release(true);
  }
}

/** Lays the queue's tables where there are none yet. A worker brings older ones to the newest shape, so that this costs a start nothing. */
export async function installJobsOnce(db: Database): Promise<void> {
  const { rows } = await db.$client.query<{ isThere: boolean }>(`select to_regproc('graphile_worker.add_job') is not null as "isThere"`);
  if (!rows[0]?.isThere) await installJobs(db);
}
