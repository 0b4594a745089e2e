import type { AsideProgram } from "#platform/aside/aside-process.server.ts";
import { ownProgram } from "./own-program.ts";

/** The word with which this program becomes a process that does a deed for another. */
export const ASIDE_PROCESS = "aside-process";

/**
 * How a deed is done beside this process. Much passes through an import, and little of it stays: young memory that is small keeps it within 300 MB, however
 * large its file. One that needs far more than it may breaks alone, in words that tell it, and leaves the machine to the others.
 */
export function asideProgram(): AsideProgram {
  return { ...ownProgram(ASIDE_PROCESS, "aside.ts"), nodeWords: ["--max-semi-space-size=2", "--max-old-space-size=512"] };
}
