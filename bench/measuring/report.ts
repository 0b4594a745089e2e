import { appendFileSync } from "node:fs";
import { figuresText, median } from "./figures.ts";

/**
 * One row of `docs/benchmarks.md`: a measure and its yardstick from the same run. Empty if there is
 * no yardstick.
 */
export type Measured = { measure: string; figure: string; yardstick: string; ratio: string; toReach: string; isReached: boolean };

/**
 * Prints a row, and saves it for `docs/benchmarks.md` when all benchmarks run. A missed target
 * makes the command exit with 1.
 */
export function report(row: Measured): void {
  const parts = [row.figure, row.yardstick && `yardstick ${row.yardstick}`, row.ratio && `ratio ${row.ratio}`, `to reach ${row.toReach}`];
  console.log(`${row.isReached ? "reached" : "MISSED "}  ${row.measure}: ${parts.filter(Boolean).join("; ")}`);
  if (process.env.BENCH_ROWS) appendFileSync(process.env.BENCH_ROWS, `${JSON.stringify(row)}\n`);
  if (!row.isReached) process.exitCode = 1;
}

/**
 * Reports figures whose rounds alternated with those of their yardstick; the ratio is that of the
 * medians. `atLeast`: more is better; `atMost`: less is.
 */
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
  report({
    measure,
    figure: figuresText(figures, unit),
    yardstick: figuresText(yardsticks, unit),
    ratio: ratio.toFixed(3),
    toReach,
    isReached,
  });
}

/** Reports figures that have a limit, beside those of a yardstick if there is one. */
export function reportAtMost(measure: string, figures: number[], unit: string, atMost: number, yardsticks: number[] = []): void {
  const isReached = median(figures) <= atMost;
  report({
    measure,
    figure: figuresText(figures, unit),
    yardstick: yardsticks.length > 0 ? figuresText(yardsticks, unit) : "",
    ratio: yardsticks.length > 0 ? (median(figures) / median(yardsticks)).toFixed(1) : "",
    toReach: `≤ ${atMost.toLocaleString("en")} ${unit}`,
    isReached,
  });
}
