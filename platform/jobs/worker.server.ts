import { setTimeout as wait } from "node:timers/promises";
import type { WorkerPool } from "graphile-worker";
import type { Database } from "../database/open.server.ts";
import type { Log } from "../log.server.ts";
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

/** Starts a worker. It hears of new jobs at once and of those whose time has come by asking; a database that was away is come back to. */
export async function openWorker(
  { db, log }: { db: Database; log: Log },
  tasks: Record<string, Task>,
  { pollMs = POLL_MS }: { pollMs?: number } = {},
): Promise<Worker> {
  const { runTaskList } = await import("graphile-worker");
  const logger = await quiet(log);
  const closing = new AbortController();
  const known = Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, told(name, task, log)]));
  let pool = open();

  function open(): WorkerPool {
    const worker = { concurrentJobs: AT_ONCE, pollInterval: pollMs, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
    const opened = runTaskList({ noHandleSignals: true, logger, preset: { worker } }, known, db.$client);
    opened.promise.catch((error) => log.error("the worker of the job queue ended", error)).then(reopen);
    return opened;
  }

  async function reopen(): Promise<void> {
    await wait(REOPEN_MS, undefined, { signal: closing.signal }).catch(() => {});
    if (!closing.signal.aborted) pool = open();
  }

  return {
    async close(patienceMs) {
      closing.abort();
      const impatience = setTimeout(() => Promise.resolve(pool.forcefulShutdown("the shop stops")).catch(() => {}), patienceMs);
      await Promise.race([Promise.resolve(pool.gracefulShutdown()).catch(() => {}), wait(2 * patienceMs, undefined, { ref: false })]);
      clearTimeout(impatience);
    },
  };
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
