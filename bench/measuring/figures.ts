/** The median; of an even number of figures, the lower of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The median with the smallest and largest figure, as text. */
export function figuresText(figures: readonly number[], unit: string): string {
  const whole = (figure: number) => figure.toFixed(figure < 10 ? 2 : 0);
  return `${whole(median(figures))} ${unit} (${whole(Math.min(...figures))} to ${whole(Math.max(...figures))})`;
}

/** The quantile: the figure below which this share lies, such as 0.99. */
export function figureAt(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
