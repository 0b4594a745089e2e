import { canonicalText } from "#shop/canonical-text.ts";
import { cellValue } from "#shop/csv-line.ts";
import type { Paise } from "#shop/money.ts";
import type { LineTrust } from "../payment.ts";
import type { StatementBank } from "./banks.ts";
import { inOneLine, isReversal, numbersIn } from "./narration.ts";
import { type Direction, readAmount, readDirection } from "./statement-cells.ts";
import type { StatementColumns } from "./statement-columns.ts";
import { type DayReading, isPossible, readDay } from "./statement-days.ts";

/** A line of a bank statement: money in or out. `bookedOn` is the bank's day, `2026-11-26`. */
export type StatementLine = {
  /** The line of the file where it begins, counted from 1. */
  row: number;
  bookedOn: string;
  direction: Direction;
  paise: Paise;
  narration: string;
  reference: string;
  /** The number that is most likely its UTR, and how far it is. */
  utr: string | null;
  trust: LineTrust | null;
  /** All its numbers of 12 digits, the UTR first. A payer may have written some. */
  numbers: string[];
  /** Whether the bank marks it as money that comes back, rather than from a buyer. */
  isReversal: boolean;
  /** Recognizes the same line in another file, and within one. */
  identity: string;
  /** Whether no other line can have it: the line has a sure UTR, or its balance. */
  isUnique: boolean;
};

/** A row that begins a line, until the rows that continue its narration have been read. */
export type OpenLine = {
  row: number;
  bookedOn: string;
  direction: Direction;
  paise: Paise;
  texts: string[];
  reference: string;
  balance: string;
};

/** The kinds of row in a statement below its header. */
type StatementRow =
  | { kind: "begins"; line: OpenLine }
  | { kind: "continues"; text: string }
  | { kind: "unreadable" }
  /** Totals, an opening balance, page numbers and the bank's remarks. */
  | { kind: "beside" };

/** How rows begin that have an amount and are no line: opening and closing balances, totals. */
const NO_LINE =
  /^\W*(?:(?:grand|sub|page|transaction|statement)\W+)?(?:opening|closing|totals?|balance|b\/f|c\/f|brought|carried|summary|count)\b/i;

/**
 * Tells what a row below the header is. A row with an amount is a line, a total or a balance, or
 * unreadable: none is passed over because of how its day is written. [S10.13]
 */
export function rowOf(cells: readonly string[], row: number, columns: StatementColumns, days: DayReading): StatementRow {
  const given = (role: keyof StatementColumns) => cellValue(cells[columns[role] ?? -1] ?? "");
  const cell = cellsOf(cells, columns);
  const text = given("narration");
  const day = cell("date");
  const bookedOn = readDay(day, days.isMonthFirst);
  const money = moneyOf(cell, columns.drCr === undefined ? "in" : readDirection(cell("drCr")));
  if (bookedOn === null) {
    const isAlone = day === "" && text !== "" && money === null && cell("balance") === "";
    if (isAlone) return { kind: "continues", text };
    const hasDigits = /\d/.test(cell("amount") + cell("debit") + cell("credit"));
    return { kind: money !== null && hasDigits && isMeantAsLine(day, text) ? "unreadable" : "beside" };
  }
  if (money === "unreadable" || (money !== null && !isPossible(bookedOn, days.today))) return { kind: "unreadable" };
  if (money === null) return { kind: "beside" };
  return { kind: "begins", line: { row, bookedOn, ...money, texts: [text], reference: cell("reference"), balance: cell("balance") } };
}

/** Whether a row has one amount that can be read. */
export function hasAmount(cells: readonly string[], columns: StatementColumns): boolean {
  const money = moneyOf(cellsOf(cells, columns), "in");
  return money !== null && money !== "unreadable";
}

/**
 * A day or an amount without what programs put around it: the `'` and `="…"` of spreadsheets, and a
 * space of another encoding.
 */
export function plainCell(cell: string): string {
  const bare = cellValue(cell.replaceAll("\uFFFD", " ")).replace(/^=?["“”]+([^"“”]*)["“”]+$/, "$1");
  return canonicalText(bare)
    .trim()
    .replace(/^['’‘`]\s*/, "");
}

function cellsOf(cells: readonly string[], columns: StatementColumns): Cell {
  return (role) => plainCell(cells[columns[role] ?? -1] ?? "");
}

/**
 * A sum stands where the day would, or the row begins as a total does. Later words do not count:
 * the payer may have written them.
 */
function isMeantAsLine(day: string, text: string): boolean {
  return !NO_LINE.test(day === "" ? text : day) && !/^[\d,]+\.\d{2}$/.test(day);
}

type Cell = (role: keyof StatementColumns) => string;

type Money = { direction: Direction; paise: Paise };

/** The amount of a row and where it went; null if it has none. */
function moneyOf(cell: Cell, ofAmount: Direction | null): Money | null | "unreadable" {
  const found = [
    directed(readAmount(cell("amount")), ofAmount),
    directed(readAmount(cell("debit")), "out"),
    directed(readAmount(cell("credit")), "in"),
  ].filter((one) => one !== null);
  const [money = null, ...others] = found;
  return others.length > 0 ? "unreadable" : money;
}

/** Cr or Dr beside an amount counts before its column; a minus turns the direction round. */
function directed(amount: ReturnType<typeof readAmount>, column: Direction | null): Money | null | "unreadable" {
  if (amount === null || amount === "unreadable") return amount;
  const { paise, isNegative } = amount;
  const direction = amount.direction ?? (column && (isNegative ? opposite[column] : column));
  return direction === null ? "unreadable" : { paise, direction };
}

const opposite = { in: "out", out: "in" } as const satisfies Record<Direction, Direction>;

/** The line of an open one, once all rows of its narration were read. */
export function closed({ texts, balance, ...line }: OpenLine, bank: StatementBank): StatementLine {
  const narration = inOneLine(texts);
  const numbers = numbersIn(bank, { ...line, narration: texts });
  const known = { ...line, ...numbers, narration };
  const isUnique = known.trust === "sure" || /[1-9]/.test(balance);
  return { ...known, isReversal: isReversal(bank, texts), identity: identityOf(known, balance), isUnique };
}

/**
 * A sure UTR with its amount is a payment, however a file is written. Any other line is recognized
 * by all that the bank says about it.
 */
function identityOf(line: Omit<StatementLine, "identity" | "isUnique" | "isReversal">, balance: string): string {
  const { bookedOn, direction, paise, narration, reference, utr, trust } = line;
  const words = (text: string) => canonicalText(text).replace(/\s+/g, "").toLowerCase();
  if (trust === "sure" && utr !== null) return utrIdentity({ utr, direction, paise });
  return `line ${bookedOn} ${direction} ${paise} ${words(narration)} ${words(reference)} ${words(balance)}`;
}

/** How a payment with a sure UTR is recognized, in files and among bank alerts. */
export function utrIdentity({ utr, direction, paise }: { utr: string; direction: Direction; paise: Paise }): string {
  return `utr ${utr} ${direction} ${paise}`;
}
