import type { KeyObject } from "node:crypto";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Opens very many sealed texts in threads of their own: a visitor of this process waits for none of them. [S2.35] */
export type Opening = {
  /** As `openLines`. Rejects where one cannot be opened; ask no more then. */
  lines(sealed: Uint8Array[], words: string): Promise<Uint8Array>;
  /** Ends the threads. Call it whatever happened. */
  close(): Promise<void>;
};

/** The program of such a thread and its words. */
export type OpeningProgram = { file: string; words: string[] };

/** What a thread is told to open. */
export type SealedLines = { sealed: Uint8Array[]; words: string };

/** More would only take each other's turns on the servers that shops run on. */
const THREADS = Math.min(2, availableParallelism());

/** Little of what one opens stays. (MB) */
const memory = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

/** Begins threads that open with the key of this process's vault, by turns. They do not keep the process alive. */
export function beginOpening(program: OpeningProgram, key: KeyObject): Opening {
  const threads: Opening[] = [];
  const close = async () => {
    await Promise.all(threads.map((thread) => thread.close()));
  };
  try {
    while (threads.length < THREADS) threads.push(beginThread(program, key));
  } catch (error) {
    void close();
    throw error;
  }
  const turns = byTurns(threads);
  return { lines: (sealed, words) => turns.next().value.lines(sealed, words), close };
}

/** One such thread; what it is asked first it answers first. */
function beginThread({ file, words }: OpeningProgram, key: KeyObject): Opening {
  const thread = new Worker(file, { argv: words, execArgv: [], workerData: key, resourceLimits: memory });
  thread.unref();
  let failure: Error | null = null;
  const waiting: PromiseWithResolvers<Uint8Array>[] = [];
  const end = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  thread.on("message", (lines: Uint8Array) => waiting.shift()?.resolve(lines));
  thread.on("error", end);
  thread.on("exit", () => end(new Error("the thread that opens texts has ended")));

  return {
    lines(sealed, words) {
      if (failure) return Promise.reject(failure);
      const opened = Promise.withResolvers<Uint8Array>();
      waiting.push(opened);
      thread.postMessage({ sealed, words } satisfies SealedLines);
      return opened.promise;
    },
    async close() {
      await thread.terminate();
    },
  };
}

function* byTurns<T>(all: readonly T[]): Generator<T, never> {
  for (;;) yield* all;
}
