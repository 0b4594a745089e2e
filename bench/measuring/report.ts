import { appendFileSync } from "node:fs";
import { median, told } from "./figures.ts";

/** One row of `docs/benchmarks.md`: a measure, beside what was measured in the same run to hold it against. Empty where there is nothing to hold. */
export type Measured = { measure: string; figure: string; yardstick: string; ratio: string; toReach: string; isReached: boolean };

/** Prints a row, and keeps it for `docs/benchmarks.md` when all benchmarks run. What is not reached lets the command end with 1. */
export function report(row: Measured): void {
  const parts = [row.figure, row.yardstick && `yardstick ${row.yardstick}`, row.ratio && `ratio ${row.ratio}`, `to reach ${row.toReach}`];
  console.log(`${row.isReached ? "reached" : "MISSED "}  ${row.measure}: ${parts.filter(Boolean).join("; ")}`);
  if (process.env.BENCH_ROWS) appendFileSync(process.env.BENCH_ROWS, `${JSON.stringify(row)}\n`);
  if (!row.isReached) process.exitCode = 1;
}

/** Reports figures of rounds that were measured by turns with their yardstick; the ratio is that of the medians. `atLeast`: more is better; `atMost`: less is. */
export function reportRatio(
  measure: string,
  {
    figures,
    yardsticks,
    unit,
    ...bound
  }: { figures: number[]; yardsticks: number[]; unit: string } & ({ atLeast: number } | { atMost: number }),
): void {
  const ratio = median(figures) / median(yardsticks);
  const [isReached, toReach] =
    "atLeast" in bound
      ? [ratio >= bound.atLeast, `≥ ${bound.atLeast.toFixed(2)}`]
      : [ratio <= bound.atMost, `≤ ${bound.atMost.toFixed(2)}`];
  report({ measure, figure: told(figures, unit), yardstick: told(yardsticks, unit), ratio: ratio.toFixed(3), toReach, isReached });
}

/** Reports figures that are held against no yardstick but a bound. */
export function reportAtMost(measure: string, figures: number[], unit: string, atMost: number): void {
  const isReached = median(figures) <= atMost;
  report({
    measure,
    figure: told(figures, unit),
    yardstick: "",
    ratio: "",
    toReach: `≤ ${atMost.toLocaleString("en")} ${unit}`,
    isReached,
  });
}
