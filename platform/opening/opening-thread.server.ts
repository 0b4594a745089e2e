import type { KeyObject } from "node:crypto";
import { Worker } from "node:worker_threads";

/** Opens very many sealed texts in a thread of its own: a visitor of this process waits for none of them. [S2.35] */
export type Opening = {
  /** As `openLines`; what is asked first is answered first. Rejects where one cannot be opened, and for ever after. */
  lines(sealed: Uint8Array, words: string): Promise<Uint8Array>;
  /** Ends the thread. Call it whatever happened. */
  close(): Promise<void>;
};

/** The program of such a thread and its words. */
export type OpeningProgram = { file: string; words: string[] };

/** What a thread is told to open. */
export type SealedLines = { sealed: Uint8Array; words: string };

/** Little of what it opens stays. (MB) */
const memory = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

/** Begins a thread that opens with the key of this process's vault. It does not keep the process alive. */
export function beginOpening(program: OpeningProgram, key: KeyObject): Opening {
  const thread = new Worker(program.file, { argv: program.words, execArgv: [], workerData: key, resourceLimits: memory });
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
