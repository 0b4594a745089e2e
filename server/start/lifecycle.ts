import type { Log } from "#platform/log.server.ts";
import { StartProblem } from "#platform/start-problem.ts";

const GIVE_UP_MS = 9_800;

/** What a process opens while it starts, and closes when it is told to leave. */
export type Lifetime = {
  /** Notes how to put something away; what was opened last is closed first. */
  closeLater(close: () => Promise<void>): void;
  /** Starts, and ends the process cleanly on a signal or when its launcher is gone; a start that fails says why and ends with 1. */
  run(start: () => Promise<void>): Promise<void>;
};

/** A life of this process. `tell` hears why a start failed. */
export function openLifetime(tell: (problem: unknown) => Promise<void> | void = tellOperator): Lifetime {
  const closers: (() => Promise<void>)[] = [];
  let started: Promise<void> = Promise.resolve();
  let stopping: Promise<void> | null = null;

  /** Stops in the order that cuts nobody off: requests, then connections, then the database. Later calls wait for the first. */
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
    await tell(error);
    await stop();
    process.exit();
  }

  return {
    closeLater: (close) => void closers.push(close),
    async run(start) {
      // Where its words go may be a full disk, or a reader that is gone: the shop goes on without being heard.
      for (const words of [process.stdout, process.stderr]) words.on("error", () => {});
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
      // The launcher died without a word.
      process.on("disconnect", leave);
      started = start().catch(fail);
      await started;
    },
  };
}

/** One visitor's forgotten promise must not end the shop for all. */
export function outliveForgottenPromises(log: Log): void {
  process.on("unhandledRejection", (cause) => log.error("a promise failed unheard", cause));
}

function tellOperator(problem: unknown): void {
  console.error(problem instanceof StartProblem ? problem.message : problem);
}
