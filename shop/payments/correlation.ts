/** How pairs of numbers go together: Pearson's correlation, which says nothing of their brightness and contrast. */
export class Pairs {
  count = 0;
  private one = 0;
  private other = 0;
  private ones = 0;
  private others = 0;
  private both = 0;

  add(one: number, other: number): void {
    this.count += 1;
    this.one += one;
    this.other += other;
    this.ones += one * one;
    this.others += other * other;
    this.both += one * other;
  }

  /** The greater of the two standard deviations: what one side shows and the other does not is a difference. */
  spread(): number {
    return Math.sqrt(Math.max(this.variance(this.ones, this.one), this.variance(this.others, this.other), 0));
  }

  /** From -1 to 1; 0 where one side is the same everywhere. */
  correlation(): number {
    const spreads = this.variance(this.ones, this.one) * this.variance(this.others, this.other);
    return spreads <= 0 ? 0 : (this.both - (this.one * this.other) / this.count) / this.count / Math.sqrt(spreads);
  }

  private variance(squares: number, sum: number): number {
    return (squares - (sum * sum) / this.count) / this.count;
  }
}
