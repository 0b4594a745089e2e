import { setTimeout as wait } from "node:timers/promises";
import type { WorkerPool } from "graphile-worker";
import type { Database } from "../database/open.server.ts";
import type { Log } from "../log.server.ts";
import { installJobs } from "./jobs.server.ts";
import { quiet } from "./quiet.server.ts";

/** What is done with a job of one name. It must be able to be done twice; one that throws is tried again later. */
export type Task = (payload: Record<string, string>) => Promise<void>;

/** Does the queue's jobs in this process. */
export type Worker = {
  /** Takes no more jobs and waits for those that are being done, at most `patienceMs`; what is left then is done by another process, or later. */
  close(patienceMs: number): Promise<void>;
};

const AT_ONCE = 4;
const POLL_MS = 5_000;
const REOPEN_MS = 1_000;

/**
 * Starts a worker, beside what else starts. It hears of new jobs at once and of those whose time has come by asking; a database that is away, or was,
 * is come back to.
 */
export function openWorker(
  { db, log }: { db: Database; log: Log },
  tasks: Record<string, Task>,
  { pollMs = POLL_MS }: { pollMs?: number } = {},
): Worker {
  const closing = new AbortController();
  const known = Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, told(name, task, log)]));
  const worker = { concurrentJobs: AT_ONCE, pollInterval: pollMs, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
  let pool: WorkerPool | null = null;
  const running = run();

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await work();
      } catch (error) {
        log.error("the worker of the job queue ended", error);
      }
      await wait(REOPEN_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function work(): Promise<void> {
    const { runTaskList } = await import("graphile-worker");
    await installJobs(db);
    const logger = await quiet(log);
    if (closing.signal.aborted) return;
    pool = runTaskList({ noHandleSignals: true, logger, preset: { worker } }, known, db.$client);
    await pool.promise;
  }

  return {
    async close(patienceMs) {
      closing.abort();
      const opened = pool;
      unheard(opened?.gracefulShutdown());
      const impatience = setTimeout(() => unheard(opened?.forcefulShutdown("the shop stops")), patienceMs);
      await Promise.race([running, wait(2 * patienceMs, undefined, { ref: false })]);
      clearTimeout(impatience);
    },
  };
}

/** What goes wrong there goes wrong in `run` too, and is said by it. */
function unheard(shutdown: unknown): void {
  Promise.resolve(shutdown).catch(() => {});
}

/** Errors are kept in the queue's own tables: so they are logged here, and go on without their words. */
function told(name: string, task: Task, log: Log): (payload: unknown) => Promise<void> {
  return async (payload) => {
    try {
      await task(payload as Record<string, string>);
    } catch (error) {
      log.error("job failed", error, { task: name });
      throw new Error(`${name} failed`);
    }
  };
}
