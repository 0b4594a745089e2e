import { StartProblem } from "#platform/start-problem.ts";
import type { FromWorker } from "./web-messages.ts";

/** Lets the owner of a web process say why that cannot start; what is no plain problem of the operator's is said here. */
export async function tellProblem(problem: unknown): Promise<void> {
  if (problem instanceof StartProblem) await tellOwner({ say: "problem", sentence: problem.message });
  else console.error(problem);
}

/** Tells the owner of this web process. Resolves when it is on its way; an owner that is gone takes this process with it. */
export function tellOwner(message: FromWorker): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}
