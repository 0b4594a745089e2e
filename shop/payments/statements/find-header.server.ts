import { CsvProblem, readCsv } from "#platform/read-csv.ts";
import { canonicalText } from "#shop/canonical-text.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { type ColumnRole, columnRoles } from "./banks.ts";
import {
  columnsByNumber,
  columnsIn,
  columnsOfHeader,
  missingColumns,
  type StatementColumns,
  type StatementKind,
} from "./statement-columns.ts";
import { type DayReading, isMonthFirst } from "./statement-days.ts";
import { hasAmount, plainCell, rowOf } from "./statement-line.ts";

/** The header is among the first rows; above it are names, addresses and account numbers. */
const HEADER_WITHIN_ROWS = 200;

/** Characters of a file that are searched for its header. */
const HEADER_WITHIN_LENGTH = 65_536;

/** How much of a file's own columns a refusal names. */
const COLUMNS_SHOWN = 12;
const COLUMN_SHOWN = 40;

const SEPARATORS = [",", "\t", ";", "|"];

/** The longest row in characters, so that a quote that is never closed does not fill the memory. */
export const ROW_MAX_LENGTH = 1_000_000;

/** How a statement is written: its separator, and the order of its days. */
type StatementLayout = { separator: string; days: DayReading };

type Rows = { separator: string; rows: string[][] };

/**
 * Finds how a file is written by its head: the separator with which it has the header, or most
 * lines where the columns have no names, and the order of its days. Refuses a file without columns,
 * naming its own (`statementHeaderNotFound`), and one whose header lacks some, naming those that
 * were found (`statementColumnsMissing`).
 */
export async function layoutOf(
  head: string,
  kind: StatementKind,
  today: string,
): Promise<Result<StatementLayout, "statementHeaderNotFound" | "statementColumnsMissing">> {
  const readings = await Promise.all(SEPARATORS.map((separator) => rowsOf(head.slice(0, HEADER_WITHIN_LENGTH), separator)));
  const found = placeOf(readings, kind, today);
  if (!found) return nearest(readings, kind);
  const { separator, columns, above } = found;
  const { rows } = await rowsOf(head, separator);
  return ok({ separator, days: { isMonthFirst: isMonthFirstIn(rows.slice(above), columns, today), today } });
}

/** Where the columns of a file are, and how many rows stand above its lines. */
type Place = { separator: string; columns: StatementColumns; above: number };

function placeOf(readings: readonly Rows[], kind: StatementKind, today: string): Place | null {
  const numbered = columnsByNumber(kind);
  if (numbered) {
    const days = { isMonthFirst: false, today };
    const linesIn = ({ rows }: Rows) => rows.filter((cells, line) => rowOf(cells, line, numbered, days).kind === "begins").length;
    const [best] = readings.toSorted((a, b) => linesIn(b) - linesIn(a));
    return best ? { separator: best.separator, columns: numbered, above: 0 } : null;
  }
  for (const { separator, rows } of readings) {
    const at = rows.slice(0, HEADER_WITHIN_ROWS).findIndex((cells) => columnsOfHeader(cells, kind) !== null);
    const columns = columnsOfHeader(rows[at] ?? [], kind);
    if (columns) return { separator, columns, above: at + 1 };
  }
  return null;
}

/** The days of the rows with an amount decide in which order a file writes days. */
function isMonthFirstIn(rows: readonly string[][], columns: StatementColumns, today: string): boolean {
  const withAmount = rows.filter((cells) => hasAmount(cells, columns));
  return isMonthFirst(
    withAmount.map((cells) => plainCell(cells[columns.date ?? -1] ?? "")),
    today,
  );
}

/** The rows of a text with this separator, up to where it breaks off. */
async function rowsOf(text: string, separator: string): Promise<Rows> {
  const rows: string[][] = [];
  try {
    for await (const { cells } of readCsv([text], separator, { isLenient: true, rowMaxLength: ROW_MAX_LENGTH })) rows.push(cells);
  } catch (problem) {
    // The head may end within a quoted cell.
    if (!(problem instanceof CsvProblem)) throw problem;
  }
  return { separator, rows };
}

/** Names what the row that is most like a header has, and what it lacks. */
function nearest(readings: readonly Rows[], kind: StatementKind): Result<never, "statementHeaderNotFound" | "statementColumnsMissing"> {
  const candidates = readings.flatMap(({ rows }) => rows.slice(0, HEADER_WITHIN_ROWS).map((cells) => columnsIn(cells, kind)));
  const [best = {}] = candidates.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length);
  const found = columnRoles.filter((role) => best[role] !== undefined);
  if (found.length < 2) return refused("statementHeaderNotFound", { columns: ownColumns(readings) });
  const named = (roles: readonly ColumnRole[]) => roles.map((role) => ({ code: nameOf[role] }));
  return refused("statementColumnsMissing", { found: named(found), missing: named(missingColumns(best, kind)) });
}

/** The cells of the row that looks most like a file's own header: the first of the widest ones. */
function ownColumns(readings: readonly Rows[]): string {
  const filled = readings.flatMap(({ rows }) =>
    rows
      .slice(0, HEADER_WITHIN_ROWS)
      .map((cells) => cells.map((cell) => canonicalText(cell.slice(0, COLUMN_SHOWN)).trim()).filter(Boolean)),
  );
  const [widest = []] = filled.toSorted((a, b) => Math.min(b.length, COLUMNS_SHOWN) - Math.min(a.length, COLUMNS_SHOWN));
  return widest.slice(0, COLUMNS_SHOWN).join(" · ");
}

const nameOf = {
  date: "statementColumnDate",
  narration: "statementColumnNarration",
  reference: "statementColumnReference",
  debit: "statementColumnDebit",
  credit: "statementColumnCredit",
  amount: "statementColumnAmount",
  drCr: "statementColumnDrCr",
  balance: "statementColumnBalance",
} as const satisfies Record<ColumnRole, string>;
