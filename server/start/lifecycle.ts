import type { Log } from "#platform/log.server.ts";
import { StartProblem } from "#platform/start-problem.ts";

const GIVE_UP_MS = 9_800;

/** What a process opens while it starts, and closes when it ends. */
export type Lifecycle = {
  /** Registers something to close; what was opened last is closed first. */
  closeLater(close: () => Promise<void>): void;
  /**
   * Starts, and ends the process cleanly on a signal or when its launcher is gone. A failed start
   * prints the reason and exits with 1.
   */
  run(start: () => Promise<void>): Promise<void>;
};

/**
 * Manages the start and the end of this process. `notify` is called with the reason of a failed
 * start.
 */
export function openLifecycle(notify: (problem: unknown) => Promise<void> | void = notifyOperator): Lifecycle {
  const closers: (() => Promise<void>)[] = [];
  let started: Promise<void> = Promise.resolve();
  let stopping: Promise<void> | null = null;

  /**
   * Closes in the order that cuts nobody off: requests, connections, database. Later calls wait for
   * the first.
   */
  function stop(): Promise<void> {
    stopping ??= (async () => {
      for (const close of closers.reverse()) await close();
    })();
    return stopping;
  }

  async function leave(): Promise<void> {
    if (stopping) return;
    setTimeout(() => process.exit(1), GIVE_UP_MS).unref();
    await started;
    await stop();
    process.exit(process.exitCode ?? 0);
  }

  async function fail(error: unknown): Promise<void> {
    process.exitCode = 1;
    await notify(error);
    await stop();
    process.exit();
  }

  return {
    closeLater: (close) => void closers.push(close),
    async run(start) {
      // The output may go to a full disk or a closed pipe: the shop goes on without it.
      for (const words of [process.stdout, process.stderr]) words.on("error", () => {});
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
      // The launcher died without sending a signal.
      process.on("disconnect", leave);
      started = start().catch(fail);
      await started;
    },
  };
}

/** Logs unhandled rejections: one forgotten promise must not end the shop for everybody. */
export function outliveForgottenPromises(log: Log): void {
  process.on("unhandledRejection", (cause) => log.error("a promise failed unheard", cause));
}

function notifyOperator(problem: unknown): void {
  console.error(problem instanceof StartProblem ? problem.message : problem);
}
