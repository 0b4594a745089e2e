import { StartProblem } from "../start-problem.ts";

/** Says in a sentence why an archive cannot be read. */
export class ArchiveProblem extends StartProblem {
  override name = "ArchiveProblem";
}
