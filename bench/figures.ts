/** The middle of some figures; of an even number the lower one of the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The middle, and how far the figures lie apart. */
export function told(figures: readonly number[], unit: string): string {
  const whole = (figure: number) => figure.toFixed(figure < 10 ? 2 : 0);
  return `${whole(median(figures))} ${unit} (${whole(Math.min(...figures))} to ${whole(Math.max(...figures))})`;
}
