/** What a spreadsheet takes for the beginning of a formula, some of them also in its wide form or behind a line end, and the sign that makes it none. */
const GUARDED = /^[=+\-@'\t\r\n＝＋－＠]/;
const GUARD = /^'(?=[=+\-@'\t\r\n＝＋－＠])/;
/** The most cells of a row: as many as a spreadsheet has columns. A file of nothing but separators would take more memory than a shop has. */
const CELLS_MAX = 16_384;
const TO_QUOTE = /[",;\t\r\n]|^\s|\s$/;

/** A line of a CSV file (RFC 4180), with its end. A cell that a spreadsheet would calculate gets one `'` in front; `fromCell` takes it away. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/** A value as it stands in a cell: harmless to a spreadsheet, quoted where it has to be. */
export function toCell(value: string): string {
  const harmless = GUARDED.test(value) ? `'${value}` : value;
  return TO_QUOTE.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The value that `toCell` was given, of what a CSV reader found in the cell. Anything else stays as it is. */
export function fromCell(cell: string): string {
  return cell.replace(GUARD, "");
}

/** A row of a CSV file, its cells as they stand there, and the line of the file where it begins, counted from 1. */
export type CsvRow = { line: number; cells: string[] };

/** A file that is not CSV: a quote that never ends, or something behind one that did. */
export class CsvProblem extends Error {
  override name = "CsvProblem";
  readonly line: number;

  constructor(line: number, wrong: string) {
    super(`line ${line}: ${wrong}`);
    this.line = line;
  }
}

/**
 * Reads CSV from pieces of text of any size, row by row, so that a file of any size needs no more memory than its longest row. Cells are given as they stand
 * there: what is our own goes through `fromCell`. Blank lines are skipped. Throws `CsvProblem`.
 */
export async function* readCsv(pieces: AsyncIterable<string> | Iterable<string>, separator = ","): AsyncGenerator<CsvRow> {
  const reader = new CsvReader(separator);
  for await (const piece of pieces) yield* reader.take(piece);
  yield* reader.end();
}

/** Where in a cell the reader is: at its beginning, in a plain one, in a quoted one, or behind a quote that may be its end. */
type Place = "begin" | "plain" | "quoted" | "afterQuote";

class CsvReader {
  readonly #separator: string;
  readonly #special: RegExp;
  #place: Place = "begin";
  #cell = "";
  #cells: string[] = [];
  #line = 1;
  #rowLine = 1;
  #isAfterReturn = false;
  #isFirst = true;

  constructor(separator: string) {
    this.#separator = separator;
    this.#special = new RegExp(`[${separator.replace(/[\]\\^-]/g, "\\$&")}\\r\\n]`, "g");
  }

  *take(piece: string): Generator<CsvRow> {
    let at = 0;
    if (this.#isFirst && piece !== "") {
      this.#isFirst = false;
      if (piece.startsWith("\uFEFF")) at = 1;
    }
    while (at < piece.length) {
      if (this.#place === "quoted") at = this.#takeQuoted(piece, at);
      else if (this.#place === "begin" && piece[at] === '"') at = this.#open(at);
      else if (this.#place === "afterQuote" && piece[at] === '"') at = this.#doubled(at);
      else if (this.#isEnd(piece[at])) yield* this.#takeEnd(piece[at++] ?? "");
      else at = this.#takePlain(piece, at);
    }
  }

  *end(): Generator<CsvRow> {
    if (this.#place === "quoted") throw new CsvProblem(this.#rowLine, "a quote is opened and never closed");
    if (this.#cells.length > 0 || this.#cell !== "" || this.#place === "afterQuote") yield this.#row();
  }

  #isEnd(sign: string | undefined): boolean {
    return sign === this.#separator || sign === "\r" || sign === "\n";
  }

  #open(at: number): number {
    this.#place = "quoted";
    this.#isAfterReturn = false;
    return at + 1;
  }

  #doubled(at: number): number {
    this.#cell += '"';
    this.#place = "quoted";
    return at + 1;
  }

  #takeQuoted(piece: string, from: number): number {
    const quote = piece.indexOf('"', from);
    const to = quote < 0 ? piece.length : quote;
    const text = piece.slice(from, to);
    this.#cell += text;
    this.#line += text.split("\n").length - 1;
    if (quote < 0) return to;
    this.#place = "afterQuote";
    return to + 1;
  }

  #takePlain(piece: string, from: number): number {
    if (this.#place === "afterQuote") throw new CsvProblem(this.#line, "text stands behind a closing quote");
    this.#special.lastIndex = from;
    const to = this.#special.exec(piece)?.index ?? piece.length;
    this.#cell += piece.slice(from, to);
    this.#place = "plain";
    this.#isAfterReturn = false;
    return to;
  }

  /** A separator ends a cell, a line end a row; the `\n` of a `\r\n` ends nothing more. */
  *#takeEnd(sign: string): Generator<CsvRow> {
    const isSecondOfTwo = sign === "\n" && this.#isAfterReturn;
    this.#isAfterReturn = sign === "\r";
    if (isSecondOfTwo) return;
    if (sign === this.#separator) return this.#endCell();
    const isBlank = this.#cells.length === 0 && this.#place === "begin";
    const row = this.#row();
    this.#line += 1;
    this.#rowLine = this.#line;
    if (!isBlank) yield row;
  }

  #endCell(): void {
    if (this.#cells.length === CELLS_MAX)
      throw new CsvProblem(this.#line, `a row has more than ${CELLS_MAX.toLocaleString("en-IN")} cells`);
    this.#cells.push(this.#cell);
    this.#cell = "";
    this.#place = "begin";
  }

  #row(): CsvRow {
    this.#endCell();
    const row = { line: this.#rowLine, cells: this.#cells };
    this.#cells = [];
    return row;
  }
}
