import { StartProblem } from "../start-problem.ts";

/** What is wrong with an archive that cannot be read, in a sentence for whoever wants to read it. */
export class ArchiveProblem extends StartProblem {
  override name = "ArchiveProblem";
}
