import { AMOUNT_TEXT_MAX_LENGTH, type Paise, readRupees } from "#shop/money.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** `26/11/26`, `26-11-2026`, `26.11.2026`, `26 Nov 2026`, `26-NOV-26`, perhaps with a time. */
const DAY_FIRST = /^(\d{1,2})[\s/.-](\d{1,2}|[a-z]{3,9})[\s/.,-]+(\d{4}|\d{2})(?:[\s,T]+\d{1,2}:.*)?$/i;
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[\sT]+\d{1,2}:.*)?$/;

/**
 * Reads the day of a statement's line, day before month as Indian banks write it, as `2026-11-26`.
 * A time is left out, since most banks give none. Null if it is no day.
 */
export function readDay(cell: string): string | null {
  const text = cell.trim();
  const [, day = "", month = "", year = ""] = DAY_FIRST.exec(text) ?? [];
  if (day !== "") return dayOf(Number(year) + (year.length === 2 ? 2_000 : 0), monthOf(month), Number(day));
  const [, isoYear = "", isoMonth = "", isoDay = ""] = YEAR_FIRST.exec(text) ?? [];
  return isoYear === "" ? null : dayOf(Number(isoYear), Number(isoMonth), Number(isoDay));
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 2_000;
  return isReal ? at.toISOString().slice(0, 10) : null;
}

/** Money in or money out; null if the cell does not say. */
export type Direction = "in" | "out";

/** An amount of a statement. `direction` is set if Cr or Dr stands beside it. */
type StatementAmount = { paise: Paise; isNegative: boolean; direction: Direction | null };

/**
 * Reads an amount such as `1,00,000.00`, `Rs. 499.00`, `₹499 Cr` or `(499.00)`. Null for an empty
 * cell, a dash and zero; `unreadable` for another text, such as a formula.
 */
export function readAmount(cell: string): StatementAmount | null | "unreadable" {
  const text = cell.trim();
  if (/^[-–—]*$/.test(text)) return null;
  if (text.length > AMOUNT_TEXT_MAX_LENGTH) return "unreadable";
  const [, before = "", amount = "", after = ""] = /^([-+(]?)\s*(.*?)\s*(\)|\(?\s*[cd]r\.?\s*\)?)?$/i.exec(text) ?? [];
  const paise = readRupees(amount.replace(/^-/, ""));
  if (paise === null) return "unreadable";
  const isNegative = before === "-" || (before === "(" && after === ")") || amount.startsWith("-");
  return paise === 0 ? null : { paise, isNegative, direction: readDirection(after) };
}

/** Reads a cell of a `Dr/Cr` column. */
export function readDirection(cell: string): Direction | null {
  const letters = cell.toLowerCase().replace(/[^a-z]/g, "");
  if (["cr", "c", "credit", "deposit"].includes(letters)) return "in";
  return ["dr", "d", "debit", "withdrawal"].includes(letters) ? "out" : null;
}
