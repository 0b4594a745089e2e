import type { OpeningProgram } from "#platform/opening/opening-thread.server.ts";
import { ownProgram } from "./own-program.ts";

/** The word with which this program becomes a thread that opens texts for another. */
export const OPENING_THREAD = "opening-thread";

/** How texts are opened beside this thread. */
export function openingProgram(): OpeningProgram {
  return ownProgram(OPENING_THREAD, "../platform/opening/opening.ts");
}
