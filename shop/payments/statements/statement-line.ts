import { canonicalText } from "#shop/canonical-text.ts";
import { cellValue } from "#shop/csv-line.ts";
import type { Paise } from "#shop/money.ts";
import { inOneLine, isReversal, utrIn } from "./narration.ts";
import { type Direction, readAmount, readDay, readDirection } from "./statement-cells.ts";
import type { StatementColumns } from "./statement-columns.ts";

/** A line of a bank statement: money in or out. `bookedOn` is the bank's day, `2026-11-26`. */
export type StatementLine = {
  /** The line of the file where it begins, counted from 1. */
  row: number;
  bookedOn: string;
  direction: Direction;
  paise: Paise;
  narration: string;
  reference: string;
  utr: string | null;
  /** Whether its words say that money comes back, rather than from a buyer. */
  isReversal: boolean;
  /** Recognizes the same line in another file, unless two lines of a day are equal. */
  identity: string;
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

/** A cell that is meant as a day, though there is no such day. */
const LIKE_A_DAY = /^\d{1,4}[\s/.-]/;

/** Tells what a row below the header is. [S10.13] */
export function rowOf(cells: readonly string[], row: number, columns: StatementColumns): StatementRow {
  const given = (role: keyof StatementColumns) => cellValue(cells[columns[role] ?? -1] ?? "");
  const cell = (role: keyof StatementColumns) => canonicalText(given(role)).trim();
  const text = given("narration");
  const day = cell("date");
  const bookedOn = readDay(day);
  const money = moneyOf(cell, columns.drCr === undefined ? "in" : readDirection(cell("drCr")));
  if (bookedOn === null) {
    const isAlone = day === "" && text !== "" && money === null && cell("balance") === "";
    if (isAlone) return { kind: "continues", text };
    return { kind: money !== null && LIKE_A_DAY.test(day) ? "unreadable" : "beside" };
  }
  if (money === "unreadable") return { kind: "unreadable" };
  if (money === null) return { kind: "beside" };
  return { kind: "begins", line: { row, bookedOn, ...money, texts: [text], reference: cell("reference"), balance: cell("balance") } };
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
export function closed({ texts, balance, ...line }: OpenLine): StatementLine {
  const narration = inOneLine(texts);
  const utr = utrIn(texts, line.reference);
  return { ...line, narration, utr, isReversal: isReversal(narration), identity: identityOf({ ...line, narration, utr }, balance) };
}

/**
 * A UTR with its amount is a payment, however a file is written. Without one, a line is recognized
 * by all that the bank says about it.
 */
function identityOf(line: Omit<StatementLine, "identity" | "isReversal">, balance: string): string {
  const { bookedOn, direction, paise, narration, reference, utr } = line;
  const words = (text: string) => text.replace(/\s+/g, "").toLowerCase();
  if (utr !== null) return `utr ${utr} ${direction} ${paise}`;
  return `line ${bookedOn} ${direction} ${paise} ${words(narration)} ${words(reference)} ${words(balance)}`;
}
