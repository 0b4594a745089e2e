import { parentPort, workerData } from "node:worker_threads";
import { openerOf } from "#platform/vault.server.ts";
import { openLines } from "./open-lines.ts";
import type { SealedLines } from "./opening-thread.server.ts";

// The thread that `beginOpening` begins: opens what it is told, one after the other, until it is ended.
const open = openerOf(workerData);
parentPort?.on("message", ({ sealed, words }: SealedLines) => {
  const lines = openLines(open, sealed, words);
  parentPort?.postMessage(lines, [lines.buffer]);
});
