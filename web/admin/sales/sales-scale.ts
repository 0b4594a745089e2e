import type { Paise } from "#shop/money.ts";

/** The largest and smallest amount of a chart, and the amounts at its lines, without zero. */
type SalesScale = { top: Paise; bottom: Paise; lines: Paise[] };

const RUPEE: Paise = 100;
const LINES_ABOUT = 5;

/** A scale of round rupees that has room for all of these amounts and for zero. [S17.4] */
export function scaleOf(values: readonly Paise[]): SalesScale {
  const most = values.reduce((all, one) => Math.max(all, one), 0);
  const least = values.reduce((all, one) => Math.min(all, one), 0);
  const step = roundStep((most - least) / LINES_ABOUT);
  const [above, below] = [Math.ceil(most / step), Math.ceil(-least / step)];
  const lines = Array.from({ length: above + below + 1 }, (_, at) => (at - below) * step);
  return { top: above * step, bottom: -below * step, lines: lines.filter((line) => line !== 0) };
}

/** The smallest of 1, 2, 5, 10, 20, 50 … rupees that is no less than an amount. */
function roundStep(least: Paise): Paise {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, RUPEE)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least) ?? 10 * power;
}
