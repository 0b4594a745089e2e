import type { MovingProgress, MovingSummary } from "./moving-summary.ts";
import type { MovedKind, MovedOutcome, OddityWords } from "./report-row.ts";

/** An import or a preview of one, as the admin sees it. */
export type MovingRun = {
  id: string;
  state: "running" | "done" | "failed";
  isPreview: boolean;
  byName: string;
  progress: Partial<MovingProgress>;
  summary: MovingSummary | null;
  problem: string | null;
  startedAt: Date;
  endedAt: Date | null;
};

/** A row of the files that is told of; `words` is null where nothing is odd about it. */
export type ToldRow = { n: number; kind: MovedKind; path: string; outcome: MovedOutcome; words: OddityWords | null };
