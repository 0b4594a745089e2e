import { pipeline, Readable } from "node:stream";
import { setImmediate as otherWork } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";

/**
 * The most cells in a row: as many columns as a spreadsheet has. It bounds memory for a file of
 * nothing but separators. The fault that names it says the same number.
 */
const CELLS_MAX = 16_384;

/** The parser gets this many bytes at a time, so that other work of the process runs in between. */
const SLICE_BYTES = 4 * 1024;

/** What can be wrong with a text that should be CSV. */
export type CsvFault =
  | "a quote is never closed"
  | "there is text after a closing quote"
  | "a cell without quotes has a quote in it"
  | "a row has more than 16,384 cells"
  | "the row is too long, or a quote is never closed";

/** The reason for each error code of the parser. */
const WRONG: Record<string, CsvFault> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is never closed",
  CSV_INVALID_CLOSING_QUOTE: "there is text after a closing quote",
  INVALID_OPENING_QUOTE: "a cell without quotes has a quote in it",
  CSV_MAX_RECORD_SIZE: "the row is too long, or a quote is never closed",
};

/**
 * How files of other programs are read. `isLenient`: a quote inside a cell is part of its text.
 * `rowMaxLength`: the most characters of a row, which bounds memory for a quote that is not closed.
 */
type CsvReading = { isLenient?: boolean; rowMaxLength?: number };

/** A row of a CSV file: its cells unchanged, and the line where it begins, counted from 1. */
type CsvRow = { line: number; cells: string[] };

/** A file is not CSV. `line` is the line where the wrong row begins, counted from 1. */
export class CsvProblem extends Error {
  override name = "CsvProblem";
  readonly line: number;
  readonly wrong: CsvFault;

  constructor(line: number, wrong: CsvFault) {
    super(`line ${line}: ${wrong}`);
    this.line = line;
    this.wrong = wrong;
  }
}

/**
 * Reads CSV (RFC 4180) row by row, so that memory holds few rows at a time. Pieces must not end
 * inside a character. Rows may have any number of cells and end with `\n`, `\r\n` or `\r`; blank
 * lines are skipped. Throws `CsvProblem`, possibly before the rows above the error were yielded.
 */
export async function* readCsv(
  pieces: AsyncIterable<string> | Iterable<string>,
  separator = ",",
  { isLenient = false, rowMaxLength = 0 }: CsvReading = {},
): AsyncGenerator<CsvRow> {
  // The parser counts a `\r\n` inside quotes as two lines, so lines are counted here.
  const lines: number[] = [];
  let linesRead = 0;
  const lineOf = ({ empty_lines }: { empty_lines: number }) => linesRead + empty_lines + 1;
  const parser = parse({
    delimiter: separator,
    record_delimiter: ["\r\n", "\n", "\r"],
    bom: true,
    relax_column_count: true,
    relax_quotes: isLenient,
    max_record_size: rowMaxLength,
    skip_empty_lines: true,
    cast: (cell, context) => {
      if (context.index < CELLS_MAX) return cell;
      throw new CsvProblem(lineOf(context), "a row has more than 16,384 cells");
    },
    on_record: (cells, info) => {
      lines.push(lineOf(info));
      linesRead += 1 + lineEndsIn(cells);
      return cells;
    },
  });
  // The loop below throws the parser's error, so the callback has nothing to do.
  pipeline(Readable.from(inSlices(pieces)), parser, () => {});
  try {
    for await (const cells of parser) yield { line: lines.shift() ?? 0, cells };
  } catch (error) {
    const wrong = error instanceof CsvError && Object.hasOwn(WRONG, error.code) ? WRONG[error.code] : undefined;
    throw wrong === undefined ? error : new CsvProblem(lineOf(parser.info), wrong);
  }
}

async function* inSlices(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      if (at > 0) await otherWork();
      yield bytes.subarray(at, at + SLICE_BYTES);
    }
  }
}

function lineEndsIn(cells: readonly string[]): number {
  let found = 0;
  for (const cell of cells) if (/[\r\n]/.test(cell)) found += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
  return found;
}
