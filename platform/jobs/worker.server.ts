import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { CronItem, WorkerEvents, WorkerPool } from "graphile-worker";
import pLimit from "p-limit";
import type { Database } from "../database/open.server.ts";
import type { Log } from "../log.server.ts";
import { type Pulse, startHeartbeat, THIS_MACHINE, usualPulse } from "./heartbeat.server.ts";
import { quiet } from "./job-log.server.ts";
import { installJobs } from "./jobs.server.ts";
import { jobLibrary } from "./load-library.server.ts";
import { openTroubleLog } from "./trouble-log.ts";

/**
 * Runs a job of one name. It may run twice for the same job; one that throws is retried later.
 * `stopping` is aborted when the process is about to end: the task should then leave the rest for
 * later.
 */
export type Task = (payload: Record<string, string>, stopping: AbortSignal) => Promise<void>;

/**
 * Tasks that share `atOnce` workers and never wait for other groups. `cron` schedules tasks (UTC).
 * Delayed jobs are looked for every `pollMs`, which is 5 s where a group says nothing.
 */
export type TaskGroup = { tasks: Record<string, Task>; atOnce: number; cron?: CronItem[]; pollMs?: number };

/** Runs the queue's jobs in this process. */
export type Worker = {
  /**
   * Takes no more jobs and waits at most `timeoutMs` for running ones; another process, or a later
   * start, does the rest.
   */
  close(timeoutMs: number): Promise<void>;
};

/** `machine` is the name under which the readiness of a machine looks for its workers. */
type Needs = { db: Database; log: Log; machine?: string; installJobs?: () => Promise<void> };

const POLL_MS = 5_000;
const REOPEN_MS = 1_000;
/** A group listens for jobs, takes its first one and, if it has a schedule, reads that. */
const CONNECTIONS_AT_START = 3;
/** Waits between attempts to open workers grow to this, and shrink again after as long a run. */
const REOPEN_MAX_MS = 30_000;

/**
 * Starts workers in the background, after `installJobs` has created or upgraded the queue. New jobs
 * are announced to them; they poll for delayed ones, and reconnect when the database was down. Jobs
 * of a killed process are unlocked within a minute.
 */
export function openWorker(
  { db, log, machine = THIS_MACHINE, installJobs: install = () => installJobs(db) }: Needs,
  groups: TaskGroup[],
  { pollMs = POLL_MS, pulse = usualPulse }: { pollMs?: number; pulse?: Pulse } = {},
): Worker {
  const closing = new AbortController();
  const pools = new Set<WorkerPool>();
  const trouble = openTroubleLog(log);
  const logger = quiet(log);
  const opening = pLimit(1);
  const stopHeartbeat = startHeartbeat({ db, log, machine }, () => [...pools].map(({ id }) => id), pulse);
  const installed = untilItWorks(install);
  const running = Promise.all(groups.map(untilClosed));

  async function untilItWorks(start: () => Promise<void>): Promise<void> {
    for (let delayMs = REOPEN_MS; !closing.signal.aborted; delayMs = longer(delayMs)) {
      try {
        return await start();
      } catch (error) {
        trouble("the job queue cannot be prepared", error);
        await pause(delayMs);
      }
    }
  }

  async function untilClosed(group: TaskGroup): Promise<void> {
    await installed;
    for (let delayMs = REOPEN_MS; !closing.signal.aborted; delayMs = longer(delayMs)) {
      const startedAt = Date.now();
      try {
        const pool = await opening(() => open(group));
        await pool?.ended;
      } catch (error) {
        trouble("a worker of the job queue ended", error);
      }
      if (Date.now() - startedAt > REOPEN_MAX_MS) delayMs = REOPEN_MS;
      await pause(delayMs);
    }
  }

  function pause(delayMs: number): Promise<void> {
    return wait(delayMs, undefined, { signal: closing.signal }).catch(() => {});
  }

  /**
   * Opens the workers of a group, one group after the other, and waits until they found the
   * database: the library prints a trace of its own for each worker that finds no connection. Null
   * if the process is about to end.
   */
  async function open({ tasks, atOnce, cron = [], pollMs: pollInterval = pollMs }: TaskGroup): Promise<{ ended: Promise<void> } | null> {
    await makeConnections();
    const { parseCronItems, run } = jobLibrary();
    const events: WorkerEvents = new EventEmitter();
    const opened: WorkerPool[] = [];
    events.on("pool:create", ({ workerPool }) => {
      opened.push(workerPool);
      pools.add(workerPool);
    });
    const options = {
      pgPool: db.$client,
      noHandleSignals: true,
      logger,
      events,
      taskList: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, logged(name, task, log, closing.signal)])),
      parsedCronItems: parseCronItems(cron),
      preset: { worker: { concurrentJobs: atOnce, pollInterval, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    };
    if (closing.signal.aborted) return null;
    const first = firstLook(events, atOnce);
    const ending = AbortSignal.any([closing.signal, first.failed]);
    const runner = await run(options);
    const stop = () => handled(runner.stop());
    ending.addEventListener("abort", stop);
    if (ending.aborted) stop();
    const ended = runner.promise.finally(() => {
      ending.removeEventListener("abort", stop);
      for (const pool of opened) pools.delete(pool);
    });
    handled(ended);
    await Promise.race([first.done, ended.catch(() => {})]);
    return { ended };
  }

  /** Leaves connections open for what the library does at once when it starts. */
  async function makeConnections(): Promise<void> {
    const made = await Promise.allSettled(Array.from({ length: CONNECTIONS_AT_START }, () => db.$client.connect()));
    for (const result of made) if (result.status === "fulfilled") result.value.release();
    for (const result of made) if (result.status === "rejected") throw result.reason;
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

const longer = (delayMs: number) => Math.min(2 * delayMs, REOPEN_MAX_MS);

/**
 * The first look of a pool's workers for jobs. `failed` is aborted when it fails for all of them:
 * the queue's library would repeat that failure for good, because it stores the rejected promise of
 * its first statement.
 */
function firstLook(events: WorkerEvents, workers: number): { done: Promise<void>; failed: AbortSignal } {
  const failed = new AbortController();
  const done = new Promise<void>((resolve) => {
    let errors = 0;
    const onError = () => {
      errors += 1;
      if (errors < workers) return;
      failed.abort();
      resolve();
    };
    const onSuccess = () => {
      events.off("worker:getJob:error", onError);
      resolve();
    };
    events.on("worker:getJob:error", onError);
    events.once("worker:getJob:empty", onSuccess);
    events.once("job:start", onSuccess);
  });
  return { done, failed: failed.signal };
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
