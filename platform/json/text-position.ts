const NEWLINE = 0x0a;

/** Counts lines and characters of a text that goes by in pieces. */
export class PlaceInText {
  #line = 1;
  #column = 1;

  /** Goes on behind these bytes. */
  pass(bytes: Buffer): void {
    let begins = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, begins)) {
      this.#line += 1;
      this.#column = 1;
      begins = end + 1;
    }
    this.#column += charactersIn(bytes, begins);
  }

  /** Where the byte behind these is. */
  behind(bytes: Buffer): { line: number; column: number } {
    const there = new PlaceInText();
    there.#line = this.#line;
    there.#column = this.#column;
    there.pass(bytes);
    return { line: there.#line, column: there.#column };
  }
}

/** Every byte but those that only continue a character. */
function charactersIn(bytes: Buffer, from: number): number {
  let count = 0;
  for (let at = from; at < bytes.length; at += 1) if (((bytes[at] ?? 0) & 0xc0) !== 0x80) count += 1;
  return count;
}
