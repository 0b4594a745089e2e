import type { MigrationProgress } from "#migration/report/migration-summary.ts";
import { timeLeft } from "#migration/runs/time-left.ts";

const PERCENT = 100;

/**
 * Returns a function that describes the progress of an import in words, with the time that its
 * current part still takes. The estimate counts from when the size of that part was known. `at` is
 * in ms.
 */
export function progressWords(): (progress: MigrationProgress, at: number) => string {
  let part: { doing: string; total: number | null; beganAt: number } = { doing: "", total: null, beganAt: 0 };
  return ({ doing, done, total }, at) => {
    if (part.doing !== doing || part.total !== total) part = { doing, total, beganAt: at };
    if (total === null || total === 0) return doing;
    const left = timeLeft({ done, of: total, tookMs: at - part.beganAt });
    return `${doing}: ${Math.floor((PERCENT * done) / total)} %${left && `, ${left} of it`}`;
  };
}
