/** Pearson's correlation of pairs of numbers. It ignores brightness and contrast. */
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

  /**
   * The greater of the two standard deviations, because a shape that only one side shows is a
   * difference.
   */
  spread(): number {
    return Math.sqrt(Math.max(this.variance(this.ones, this.one), this.variance(this.others, this.other), 0));
  }

  /** From -1 to 1; 0 if one side is constant. */
  correlation(): number {
    const spreads = this.variance(this.ones, this.one) * this.variance(this.others, this.other);
    return spreads <= 0 ? 0 : (this.both - (this.one * this.other) / this.count) / this.count / Math.sqrt(spreads);
  }

  private variance(squares: number, sum: number): number {
    return (squares - (sum * sum) / this.count) / this.count;
  }
}
