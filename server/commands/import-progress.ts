import type { MovingProgress } from "#shop/moving-in/moving-summary.ts";
import { timeLeft } from "#shop/time-left.ts";

const PERCENT = 100;

/** Puts into words how far an import is, and how long the part that it is busy with still takes: reckoned from when it was known how much that part has to do. `at` in ms. */
export function movingWords(): (progress: MovingProgress, at: number) => string {
  let part: { doing: string; total: number | null; beganAt: number } = { doing: "", total: null, beganAt: 0 };
  return ({ doing, done, total }, at) => {
    if (part.doing !== doing || part.total !== total) part = { doing, total, beganAt: at };
    if (total === null || total === 0) return doing;
    const left = timeLeft({ done, of: total, tookMs: at - part.beganAt });
    return `${doing}: ${Math.floor((PERCENT * done) / total)} %${left && `, ${left} of it`}`;
  };
}
