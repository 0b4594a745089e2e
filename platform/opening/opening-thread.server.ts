import type { KeyObject } from "node:crypto";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Opens very many sealed texts in threads of their own: a visitor of this process waits for none of them. [S2.35] */
export type Opening = {
  /** As `openLines`. Rejects where one cannot be opened, and for ever after. */
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

/** Begins threads that open with the key of this process's vault. They do not keep the process alive. */
export function beginOpening({ file, words }: OpeningProgram, key: KeyObject): Opening {
  let failure: Error | null = null;
  let asked = 0;
  const threads = Array.from({ length: THREADS }, () => {
    const worker = new Worker(file, { argv: words, execArgv: [], workerData: key, resourceLimits: memory });
    const waiting: PromiseWithResolvers<Uint8Array>[] = [];
    worker.unref();
    worker.on("message", (lines: Uint8Array) => waiting.shift()?.resolve(lines));
    worker.on("error", end);
    worker.on("exit", () => end(new Error("a thread that opens texts has ended")));
    return { worker, waiting };
  });

  function end(error: Error) {
    failure ??= error;
    for (const { waiting } of threads) for (const { reject } of waiting.splice(0)) reject(failure);
  }

  return {
    lines(sealed, words) {
      const thread = threads[asked++ % THREADS];
      if (failure || !thread) return Promise.reject(failure);
      const opened = Promise.withResolvers<Uint8Array>();
      thread.waiting.push(opened);
      thread.worker.postMessage({ sealed, words } satisfies SealedLines);
      return opened.promise;
    },
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}
