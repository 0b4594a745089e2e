import { type SQL, sql } from "drizzle-orm";
import { letTakeLong } from "../database/lift-timeouts.server.ts";
import type { Database, Tx } from "../database/open.server.ts";
import { quiet } from "./job-log.server.ts";
import { jobLibrary } from "./load-library.server.ts";

/**
 * A job: its task, and a payload of plain words without secrets, because the queue stores it
 * unencrypted. The queue holds one job for each key, and a later one replaces it; jobs of one queue
 * run one after the other.
 */
type Job = { task: string; payload?: Record<string, string>; key?: string; queue?: string; delayMs?: number };

/** The job of a row, as SQL expressions over the row. `runAt` null: now. */
type JobOfRow = { task: string; payload: SQL; key: SQL; queue?: SQL; runAt?: SQL };

/** The queue that all processes on one database share. */
export type Jobs = {
  /**
   * Queues a job in the caller's transaction; it runs after the commit, and never if there is none.
   */
  add(tx: Pick<Tx, "execute">, job: Job): Promise<void>;
  /**
   * An expression that queues a job for each row of a table or `with`, for use in a statement that
   * writes other things too. Its value is the number of rows.
   */
  adding(rows: SQL, job: JobOfRow): SQL;
  /**
   * An expression: whether a job with this key waits or runs. A job that failed too often does
   * neither.
   */
  isQueued(key: SQL): SQL;
  /** An expression: whether a job of this task runs, or may run by this time. */
  isDueBy(task: string, at: SQL): SQL;
  /** The rows of jobs that are due and that no worker has taken; `run_at` says since when. */
  due: SQL;
};

/** The queue in PostgreSQL; `installJobs` creates its tables. */
export const jobs: Jobs = {
  async add(tx, { task, payload = {}, key, queue, delayMs = 0 }) {
    await tx.execute(sql`select from graphile_worker.add_job(${task}::text, ${JSON.stringify(payload)}::json,
      queue_name => ${queue ?? null}::text, run_at => now() + ${delayMs}::float8 * interval '1 millisecond', job_key => ${key ?? null}::text)`);
  },
  adding: (rows, { task, payload, key, queue = sql`null`, runAt = sql`null` }) =>
    sql`(select count(*)::integer from graphile_worker.add_jobs((
      select array_agg((${task}::text, ${payload}, ${queue}, ${runAt}, null, ${key}, null, null)::graphile_worker.job_spec) from ${rows})))`,
  isQueued: (key) =>
    sql`exists (select from graphile_worker.jobs job where job.key = ${key} and (job.locked_at is not null or job.attempts < job.max_attempts))`,
  isDueBy: (task, at) =>
    sql`exists (select from graphile_worker.jobs job where job.task_identifier = ${task}::text
      and (job.locked_at is not null or job.attempts < job.max_attempts and job.run_at <= ${at}))`,
  due: sql`graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now()`,
};

/** The lock for installing the queue. Every version of the shop must use the same number. */
const INSTALL_LOCK = 7_240_016;

/** Creates or upgrades the queue's tables, one process at a time. */
export async function installJobs(db: Database): Promise<void> {
  const { runMigrations } = jobLibrary();
  const client = await db.$client.connect();
  try {
    await letTakeLong(client);
    await client.query("select pg_advisory_lock($1)", [INSTALL_LOCK]);
    await runMigrations({ pgPool: db.$client, logger: quiet() });
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
}

/**
 * Creates the queue's tables if there are none. Upgrades are left to the worker, so that they do
 * not delay a start.
 */
export async function installJobsOnce(db: Database): Promise<void> {
  const { rows } = await db.$client.query<{ isThere: boolean }>(`select to_regproc('graphile_worker.add_job') is not null as "isThere"`);
  if (!rows[0]?.isThere) await installJobs(db);
}

/** Removes jobs that failed too often: whatever they were about has another job or needs none. */
export async function removeDeadJobs({ db }: { db: Database }): Promise<number> {
  const { makeWorkerUtils } = jobLibrary();
  const utils = await makeWorkerUtils({ pgPool: db.$client, logger: quiet() });
  await utils.cleanup({ tasks: ["DELETE_PERMAFAILED_JOBS"] });
  await utils.release();
  return 0;
}
