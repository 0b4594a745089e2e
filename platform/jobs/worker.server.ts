import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { CronItem, WorkerEvents, WorkerPool } from "graphile-worker";
import type { Database } from "../database/open.server.ts";
import type { Log } from "../log.server.ts";
import { type Pulse, startHeartbeat, usualPulse } from "./heartbeat.server.ts";
import { quiet } from "./job-log.server.ts";
import { installJobs } from "./jobs.server.ts";
import { jobLibrary } from "./load-library.server.ts";

/**
 * Runs a job of one name. It may run twice for the same job; one that throws is retried later.
 * `stopping` is aborted when the process is about to end: the task should then leave the rest for
 * later.
 */
export type Task = (payload: Record<string, string>, stopping: AbortSignal) => Promise<void>;

/**
 * Tasks that share `atOnce` workers and never wait for other groups. `cron` schedules tasks (UTC).
 */
export type TaskGroup = { tasks: Record<string, Task>; atOnce: number; cron?: CronItem[] };

/** Runs the queue's jobs in this process. */
export type Worker = {
  /**
   * Takes no more jobs and waits at most `timeoutMs` for running ones; another process, or a later
   * start, does the rest.
   */
  close(timeoutMs: number): Promise<void>;
};

type Needs = { db: Database; log: Log; installJobs?: () => Promise<void> };

const POLL_MS = 5_000;
const REOPEN_MS = 1_000;

/**
 * Starts workers in the background, after `installJobs` has created or upgraded the queue. New jobs
 * are announced to them; they poll for delayed ones, and reconnect when the database was down. Jobs
 * of a killed process are unlocked within a minute.
 */
export function openWorker(
  { db, log, installJobs: install = () => installJobs(db) }: Needs,
  groups: TaskGroup[],
  { pollMs = POLL_MS, pulse = usualPulse }: { pollMs?: number; pulse?: Pulse } = {},
): Worker {
  const closing = new AbortController();
  const pools = new Set<WorkerPool>();
  const stopHeartbeat = startHeartbeat({ db, log }, () => [...pools].map(({ id }) => id), pulse);
  const installed = untilItWorks(install);
  const running = Promise.all(groups.map((group) => untilClosed(() => work(group))));

  async function untilItWorks(start: () => Promise<void>): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await start();
      } catch (error) {
        log.error("the job queue cannot be prepared", error);
        await pause();
      }
    }
  }

  async function untilClosed(step: () => Promise<void>): Promise<void> {
    await installed;
    while (!closing.signal.aborted) {
      try {
        await step();
      } catch (error) {
        log.error("a worker of the job queue ended", error);
      }
      await pause();
    }
  }

  function pause(): Promise<void> {
    return wait(REOPEN_MS, undefined, { signal: closing.signal }).catch(() => {});
  }

  async function work({ tasks, atOnce, cron = [] }: TaskGroup): Promise<void> {
    const { parseCronItems, run } = jobLibrary();
    const events: WorkerEvents = new EventEmitter();
    const opened: WorkerPool[] = [];
    events.on("pool:create", ({ workerPool }) => {
      opened.push(workerPool);
      pools.add(workerPool);
    });
    const options = {
      ...{ pgPool: db.$client, noHandleSignals: true, logger: quiet(log), events },
      taskList: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, logged(name, task, log, closing.signal)])),
      parsedCronItems: parseCronItems(cron),
      preset: { worker: { concurrentJobs: atOnce, pollInterval: pollMs, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    };
    if (closing.signal.aborted) return;
    const ending = AbortSignal.any([closing.signal, failedToStart(events)]);
    const runner = await run(options);
    const stop = () => handled(runner.stop());
    ending.addEventListener("abort", stop);
    if (ending.aborted) stop();
    try {
      await runner.promise;
    } finally {
      ending.removeEventListener("abort", stop);
      for (const pool of opened) pools.delete(pool);
    }
  }

  return {
    async close(timeoutMs) {
      closing.abort();
      const abortTimer = setTimeout(() => {
        for (const pool of pools) handled(pool.forcefulShutdown("the shop stops"));
      }, timeoutMs);
      await Promise.race([running, wait(2 * timeoutMs, undefined, { ref: false })]);
      clearTimeout(abortTimer);
      await stopHeartbeat();
    },
  };
}

/**
 * Aborted when a pool fails to look for a job before it ever succeeded. The queue's library would
 * repeat that failure for good, because it stores the rejected promise of its first statement.
 */
function failedToStart(events: WorkerEvents): AbortSignal {
  const failed = new AbortController();
  const onError = () => failed.abort();
  const onSuccess = () => events.off("worker:getJob:error", onError);
  events.on("worker:getJob:error", onError);
  events.once("worker:getJob:empty", onSuccess);
  events.once("job:start", onSuccess);
  return failed.signal;
}

/** The same failure also rejects `work`, which logs it. */
function handled(shutdown: unknown): void {
  Promise.resolve(shutdown).catch(() => {});
}

/**
 * Logs a task's errors here and hides their messages from the queue, which would store them in its
 * tables.
 */
function logged(name: string, task: Task, log: Log, stopping: AbortSignal): (payload: unknown) => Promise<void> {
  return async (payload) => {
    try {
      await task(payload as Record<string, string>, stopping);
    } catch (error) {
      log.error("job failed", error, { task: name });
      throw new Error(`${name} failed`);
    }
  };
}
