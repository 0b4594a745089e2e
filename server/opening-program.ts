import { join } from "node:path";
import type { OpeningProgram } from "#platform/opening/opening-thread.server.ts";

/** The word with which this program becomes a thread that opens texts for another. */
export const OPENING_THREAD = "opening-thread";

/** How texts are opened beside this thread. */
export function openingProgram(): OpeningProgram {
  const isBundle = !import.meta.filename.endsWith(".ts");
  if (isBundle) return { file: process.argv[1] ?? "", words: [OPENING_THREAD] };
  return { file: join(import.meta.dirname, "../platform/opening/opening.ts"), words: [] };
}
