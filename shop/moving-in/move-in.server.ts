import { StartProblem } from "#platform/start-problem.ts";
import type { AskingAdmin } from "#shop/asker.ts";
import type { MovingNeeds, MovingSources } from "./moving.server.ts";
import type { MovingProgress, MovingSummary } from "./moving-summary.ts";

/** Who moves in, whether it is only looked at, and who hears how far it is. */
export type MovingOptions = {
  by: AskingAdmin;
  isPreview: boolean;
  /** The id of its row in `moving_in_runs`, where somebody wants to know it beforehand. */
  runId?: string;
  seen?: (progress: MovingProgress) => void;
};

/**
 * Brings the data of the old shop in, or tells what that would do: a preview does all of it in one transaction and undoes it. The import has a transaction for
 * each kind, in the order accounts, products, IDs, orders, proofs, and a checkpoint with each. Throws `ExportProblem`, with nothing written, for files that
 * cannot be read.
 */
export async function moveIn(
  _services: MovingNeeds,
  _sources: MovingSources,
  _options: MovingOptions,
): Promise<{ runId: string; summary: MovingSummary }> {
  throw new StartProblem("not built yet");
}
