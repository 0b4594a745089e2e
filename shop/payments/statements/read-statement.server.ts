import { CsvProblem, readCsv } from "#platform/read-csv.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { columnsByNumber, columnsOfHeader, type StatementColumns, type StatementKind } from "./statement-columns.ts";
import { closed, type OpenLine, rowOf, type StatementLine } from "./statement-line.ts";
import { isSpreadsheet, textPieces } from "./statement-text.server.ts";

/** A row with a day or an amount that cannot be read, by its line in the file. */
type UnreadableRow = { unreadableRow: number };

/** The lines of a statement in the order of the file. */
export type StatementLines = AsyncGenerator<StatementLine | UnreadableRow>;

/** Characters of a file that are searched for its header. */
const HEAD_LENGTH = 65_536;

/** The header is among the first rows; above it are names, addresses and account numbers. */
const HEADER_WITHIN_ROWS = 200;

const SEPARATORS = [",", "\t", ";", "|"];

/** The longest row in characters, so that a quote that is never closed does not fill the memory. */
const ROW_MAX_LENGTH = 1_000_000;

/** The most rows over which a narration is read. */
const NARRATION_ROWS_MAX = 10;

/**
 * Opens a bank statement as CSV, TSV or the text of a spreadsheet, and yields its lines one by one,
 * so that memory does not grow with the file. Refuses `statementSpreadsheet` for a spreadsheet
 * itself, and `statementHeaderNotFound` for a file without this bank's columns. Reading throws
 * `CsvProblem` where the file is no table. [S10.13]
 */
export async function openStatement(
  file: AsyncIterable<Uint8Array>,
  kind: StatementKind,
): Promise<Result<StatementLines, "statementSpreadsheet" | "statementHeaderNotFound">> {
  const bytes = file[Symbol.asyncIterator]();
  const first = await bytes.next();
  if (!first.done && isSpreadsheet(first.value)) return refused("statementSpreadsheet");
  const pieces = textPieces(continued(first, bytes));
  const head = await headOf(pieces);
  const separator = await separatorIn(head, kind);
  if (separator === null) return refused("statementHeaderNotFound");
  return ok(linesOf(beginningWith(head, pieces), separator, kind));
}

async function* continued<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value;
}

async function headOf(pieces: AsyncGenerator<string>): Promise<string> {
  let head = "";
  while (head.length < HEAD_LENGTH) {
    const next = await pieces.next();
    if (next.done) break;
    head += next.value;
  }
  return head;
}

async function* beginningWith(head: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* pieces;
}

/**
 * The separator with which the head of a file has the header, or most lines where nobody named any.
 */
async function separatorIn(head: string, kind: StatementKind): Promise<string | null> {
  const start = head.slice(0, HEAD_LENGTH);
  const columns = columnsByNumber(kind);
  if (columns) {
    const counts = await Promise.all(SEPARATORS.map((separator) => countLines(start, separator, columns)));
    return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? null;
  }
  const rows = start.split(/\r\n|\r|\n/, HEADER_WITHIN_ROWS);
  const hasHeader = (separator: string) =>
    rows.some((row) =>
      columnsOfHeader(
        row.split(separator).map((cell) => cell.trim().replace(/^"|"$/g, "")),
        kind,
      ),
    );
  return SEPARATORS.find(hasHeader) ?? null;
}

/** How many lines of a statement the head of a file has with this separator. */
async function countLines(start: string, separator: string, columns: StatementColumns): Promise<number> {
  let lines = 0;
  try {
    for await (const { cells, line } of readCsv([start], separator, { isLenient: true, rowMaxLength: ROW_MAX_LENGTH })) {
      if (rowOf(cells, line, columns).kind === "begins") lines += 1;
    }
  } catch (problem) {
    // The head may end within a quoted cell.
    if (!(problem instanceof CsvProblem)) throw problem;
  }
  return lines;
}

async function* linesOf(pieces: AsyncGenerator<string>, separator: string, kind: StatementKind): StatementLines {
  const distinct = countingEqual();
  let header: { columns: StatementColumns; cells: readonly string[] } | null = withoutHeader(kind);
  let open: OpenLine | null = null;
  for await (const { cells, line } of readCsv(pieces, separator, { isLenient: true, rowMaxLength: ROW_MAX_LENGTH })) {
    if (header === null) {
      const columns = columnsOfHeader(cells, kind);
      if (columns) header = { columns, cells };
      continue;
    }
    const row = isRepeated(header.cells, cells) ? ({ kind: "beside" } as const) : rowOf(cells, line, header.columns);
    if (row.kind === "continues") {
      if (open && open.texts.length < NARRATION_ROWS_MAX) open.texts.push(row.text);
      continue;
    }
    if (open) yield distinct(closed(open));
    open = row.kind === "begins" ? row.line : null;
    if (row.kind === "unreadable") yield { unreadableRow: line };
  }
  if (open) yield distinct(closed(open));
}

function withoutHeader(kind: StatementKind): { columns: StatementColumns; cells: readonly string[] } | null {
  const columns = columnsByNumber(kind);
  return columns && { columns, cells: [] };
}

/** Whether a row is the header again, as on every page of a printed statement. */
function isRepeated(header: readonly string[], cells: readonly string[]): boolean {
  return header.length > 0 && header.every((name, at) => cells[at] === name);
}

/**
 * Tells lines of one day apart that say the same and have neither UTR nor balance. Their number is
 * the same in every file that has the whole day.
 */
function countingEqual(): (line: StatementLine) => StatementLine {
  const seen = new Map<string, number>();
  let day = "";
  return (line) => {
    if (line.utr !== null) return line;
    if (line.bookedOn !== day) seen.clear();
    day = line.bookedOn;
    const times = seen.get(line.identity) ?? 0;
    seen.set(line.identity, times + 1);
    return times === 0 ? line : { ...line, identity: `${line.identity} ${times + 1}` };
  };
}
