import { readCsv } from "#platform/read-csv.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { isDayColumn } from "./banks.ts";
import { layoutOf, ROW_MAX_LENGTH } from "./find-header.server.ts";
import { readAmount } from "./statement-cells.ts";
import { columnsByNumber, columnsOfHeader, type StatementColumns, type StatementKind } from "./statement-columns.ts";
import { type DayReading, readDay } from "./statement-days.ts";
import { closed, hasAmount, type OpenLine, plainCell, rowOf, type StatementLine } from "./statement-line.ts";
import { hasWebPage, isPdf, isSpreadsheet, isWebPage, textPieces } from "./statement-text.server.ts";

/** A row with a day or an amount that cannot be read, by its line in the file. */
type UnreadableRow = { unreadableRow: number };

/** Why a file is not read as a statement. */
export type NoStatement =
  | "statementSpreadsheet"
  | "statementPdf"
  | "statementWebPage"
  | "statementHeaderNotFound"
  | "statementColumnsMissing";

/** The lines of a statement in the order of the file. */
export type StatementLines = AsyncGenerator<StatementLine | UnreadableRow>;

/** Characters of a file that are read ahead, for its header and the order of its days. */
const HEAD_LENGTH = 1_000_000;

/** The most rows over which a narration is read. */
const NARRATION_ROWS_MAX = 10;

/**
 * Opens a bank statement as CSV, TSV or the text of a spreadsheet, and yields its lines one by one,
 * so that memory does not grow with the file. `today` is the last day that a line may have. Refuses
 * a spreadsheet, PDF or web page itself (`statementSpreadsheet`, `statementPdf`,
 * `statementWebPage`), and a file without the columns (`statementHeaderNotFound`,
 * `statementColumnsMissing`). Reading throws `CsvProblem` where the file is no table. [S10.13]
 */
export async function openStatement(
  file: AsyncIterable<Uint8Array>,
  kind: StatementKind,
  today: string,
): Promise<Result<StatementLines, NoStatement>> {
  const bytes = file[Symbol.asyncIterator]();
  const first = await bytes.next();
  if (!first.done && isSpreadsheet(first.value)) return refused("statementSpreadsheet");
  const pieces = textPieces(continued(first, bytes));
  const head = await headOf(pieces);
  if (isPdf(head)) return refused("statementPdf");
  if (isWebPage(head)) return refused("statementWebPage");
  const layout = await layoutOf(head, kind, today);
  // A payer may write `<table>` too, so this counts only where the file is no statement otherwise.
  if (!layout.ok) return hasWebPage(head) ? refused("statementWebPage") : layout;
  return ok(linesOf(beginningWith(head, pieces), layout.value, kind));
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

type Layout = { separator: string; days: DayReading };
type Header = { columns: StatementColumns; cells: readonly string[] };

const BESIDE = { kind: "beside" } as const;
const UNREADABLE = { kind: "unreadable" } as const;

async function* linesOf(pieces: AsyncGenerator<string>, { separator, days }: Layout, kind: StatementKind): StatementLines {
  const distinct = countingEqual();
  let header: Header | null = withoutHeader(kind);
  let open: OpenLine | null = null;
  for await (const { cells, line } of readCsv(pieces, separator, { isLenient: true, rowMaxLength: ROW_MAX_LENGTH })) {
    const named =
      header === null || (header.cells.length > 0 && !cells.some((cell) => /\d/.test(cell))) ? columnsOfHeader(cells, kind) : null;
    // A second account may have its columns in another order.
    if (named) header = { columns: named, cells };
    if (header === null) continue;
    const isHeader = named !== null || isRepeated(header.cells, cells);
    const swallowed = isHeader ? 0 : rowsWithin(cells, separator);
    const row = isHeader ? BESIDE : swallowed > 0 ? UNREADABLE : rowOf(mended(cells, header), line, header.columns, days);
    if (row.kind === "continues") {
      if (open && open.texts.length < NARRATION_ROWS_MAX) open.texts.push(row.text);
      continue;
    }
    if (open) yield distinct(closed(open, kind.bank));
    open = row.kind === "begins" ? row.line : null;
    for (let within = 0; row.kind === "unreadable" && within <= swallowed; within += 1) yield { unreadableRow: line + within };
  }
  if (open) yield distinct(closed(open, kind.bank));
}

/**
 * A row with more cells than the header has commas in its narration, which a bank wrote without
 * quotes: they are one cell again. Empty cells at the end are none, unless the columns behind the
 * narration only fit with them.
 */
function mended(cells: readonly string[], { columns, cells: header }: Header): readonly string[] {
  const { narration } = columns;
  const named = filledOf(header);
  if (named === 0 || cells.length <= named || narration === undefined) return cells;
  const more = (count: number) => Math.max(0, count);
  const usual = more(filledOf(cells) - named);
  const all = Array.from({ length: cells.length - named + 1 }, (_, n) => cells.length - named - n);
  const tried = [usual, more(cells.length - header.length), ...all].map((count) => joined(cells, narration, count));
  return tried.find((row) => fits(row, header, columns)) ?? joined(cells, narration, usual);
}

function filledOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== "") + 1;
}

/** A row with a cell and so many behind it as one. */
function joined(cells: readonly string[], at: number, more: number): readonly string[] {
  return [...cells.slice(0, at), cells.slice(at, at + more + 1).join(","), ...cells.slice(at + more + 1)];
}

/** Whether a row has an amount where it belongs, and a day in each column of days. */
function fits(cells: readonly string[], header: readonly string[], columns: StatementColumns): boolean {
  const balance = readAmount(plainCell(cells[columns.balance ?? -1] ?? ""));
  const hasDays = header.every((name, at) => !isDayColumn(name) || readDay(plainCell(cells[at] ?? "")) !== null);
  return hasDays && balance !== "unreadable" && hasAmount(cells, columns);
}

function withoutHeader(kind: StatementKind): Header | null {
  const columns = columnsByNumber(kind);
  return columns && { columns, cells: [] };
}

/**
 * How many rows stand within the cells of one: a quote that is not closed takes in those below it,
 * which begin with a day.
 */
function rowsWithin(cells: readonly string[], separator: string): number {
  const within = cells.filter((cell) => cell.includes("\n")).flatMap((cell) => cell.split(/\r?\n/).slice(1));
  return within.filter((row) => row.includes(separator) && readDay(plainCell(row.split(separator)[0] ?? "")) !== null).length;
}

/** Whether a row is the header again, as on every page of a printed statement. */
function isRepeated(header: readonly string[], cells: readonly string[]): boolean {
  return header.length > 0 && header.every((name, at) => cells[at] === name);
}

/**
 * Tells lines of one day apart that say the same and have neither a sure UTR nor a balance. Their
 * number is the same in every file that has the whole day.
 */
function countingEqual(): (line: StatementLine) => StatementLine {
  const seen = new Map<string, number>();
  let day = "";
  return (line) => {
    if (line.isUnique) return line;
    if (line.bookedOn !== day) seen.clear();
    day = line.bookedOn;
    const times = seen.get(line.identity) ?? 0;
    seen.set(line.identity, times + 1);
    return times === 0 ? line : { ...line, identity: `${line.identity} ${times + 1}` };
  };
}
