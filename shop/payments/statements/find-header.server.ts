import { CsvProblem, readCsv } from "#platform/read-csv.ts";
import { cellValue } from "#shop/csv-line.ts";
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
import { rowOf } from "./statement-line.ts";

/** The header is among the first rows; above it are names, addresses and account numbers. */
const HEADER_WITHIN_ROWS = 200;

const SEPARATORS = [",", "\t", ";", "|"];

/** The longest row in characters, so that a quote that is never closed does not fill the memory. */
export const ROW_MAX_LENGTH = 1_000_000;

/** How a statement is written: its separator, and the order of its days. */
type StatementLayout = { separator: string; days: DayReading };

type Rows = { separator: string; rows: string[][] };

/**
 * Finds how the head of a file is written: the separator with which it has the header, or most
 * lines where the columns have no names. Refuses a file without (`statementHeaderNotFound`), and
 * one whose header lacks columns, naming those that were found (`statementColumnsMissing`).
 */
export async function layoutOf(
  head: string,
  kind: StatementKind,
  today: string,
): Promise<Result<StatementLayout, "statementHeaderNotFound" | "statementColumnsMissing">> {
  const readings = await Promise.all(SEPARATORS.map((separator) => rowsOf(head, separator)));
  const numbered = columnsByNumber(kind);
  if (numbered) {
    const days = { isMonthFirst: false, today };
    const linesIn = ({ rows }: Rows) => rows.filter((cells, line) => rowOf(cells, line, numbered, days).kind === "begins").length;
    const [best] = readings.toSorted((a, b) => linesIn(b) - linesIn(a));
    return best ? ok(layout(best.separator, best.rows, numbered, today)) : refused("statementHeaderNotFound");
  }
  for (const { separator, rows } of readings) {
    const at = rows.slice(0, HEADER_WITHIN_ROWS).findIndex((cells) => columnsOfHeader(cells, kind) !== null);
    const columns = columnsOfHeader(rows[at] ?? [], kind);
    if (columns) return ok(layout(separator, rows.slice(at + 1), columns, today));
  }
  return nearest(readings, kind);
}

function layout(separator: string, rows: readonly string[][], { date = -1 }: StatementColumns, today: string): StatementLayout {
  const days = rows.map((cells) => cellValue(cells[date] ?? ""));
  return { separator, days: { isMonthFirst: isMonthFirst(days, today), today } };
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
  if (found.length < 2) return refused("statementHeaderNotFound");
  const named = (roles: readonly ColumnRole[]) => roles.map((role) => ({ code: nameOf[role] }));
  return refused("statementColumnsMissing", { found: named(found), missing: named(missingColumns(best, kind.bank)) });
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
