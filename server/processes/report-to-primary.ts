import { StartProblem } from "#platform/start-problem.ts";
import type { FromWorker } from "./web-messages.ts";

/**
 * Sends the primary the reason why a web process cannot start. An error that is not a
 * `StartProblem` is printed here.
 */
export async function reportProblem(problem: unknown): Promise<void> {
  if (problem instanceof StartProblem) await reportToPrimary({ say: "problem", sentence: problem.message });
  else console.error(problem);
}

/**
 * Sends a message from this web process to the primary. Resolves once it is sent; a web process
 * exits when its primary is gone.
 */
export function reportToPrimary(message: FromWorker): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}
