const NEWLINE = 0x0a;

/** Counts lines and characters of a text that arrives in pieces. */
export class TextPosition {
  #line = 1;
  #column = 1;

  /** Advances past these bytes. */
  pass(bytes: Buffer): void {
    let begins = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, begins)) {
      this.#line += 1;
      this.#column = 1;
      begins = end + 1;
    }
    this.#column += charactersIn(bytes, begins);
  }

  /** The position of the byte that follows these. */
  behind(bytes: Buffer): { line: number; column: number } {
    const there = new TextPosition();
    there.#line = this.#line;
    there.#column = this.#column;
    there.pass(bytes);
    return { line: there.#line, column: there.#column };
  }
}

/** Counts characters: every byte except UTF-8 continuation bytes. */
function charactersIn(bytes: Buffer, from: number): number {
  let count = 0;
  for (let at = from; at < bytes.length; at += 1) if (((bytes[at] ?? 0) & 0xc0) !== 0x80) count += 1;
  return count;
}
