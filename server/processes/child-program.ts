import type { ChildProgram } from "#platform/child-process/open-child-processes.server.ts";
import { ownProgram } from "./own-program.ts";

/** The argument with which this program runs as a child process for one command. */
export const CHILD_PROCESS = "aside-process";

/** How a child process is started. */
export function childProgram(): ChildProgram {
  return ownProgram(CHILD_PROCESS, "child-main.ts");
}
