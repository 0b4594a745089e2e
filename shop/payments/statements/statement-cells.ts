import { asciiDigits } from "#shop/digits.ts";
import { AMOUNT_TEXT_MAX_LENGTH, type Paise, readRupees } from "#shop/money.ts";

/** Money in or money out; null if the cell does not say. */
export type Direction = "in" | "out";

/** An amount of a statement. `direction` is set if Cr or Dr stands beside it. */
type StatementAmount = { paise: Paise; isNegative: boolean; direction: Direction | null };

/** No amount is that long: it is a UTR that a comma moved into its column. */
const REFERENCE_IN_DIGITS = /^-?\d{11,}$/;

/**
 * Reads an amount such as `1,00,000.00`, `Rs. 499.00`, `₹499 Cr`, `Cr 499`, `499 C` or `499-`,
 * with digits of any Indian script. Null for an empty cell, a dash, `NA`, `Nil` and zero;
 * `unreadable` for another text, such as a formula or a reference.
 */
export function readAmount(cell: string): StatementAmount | null | "unreadable" {
  const whole = cell.trim();
  if (/^(?:[-–—]*|n\.?\/?a\.?|nil|null)$/i.test(whole)) return null;
  if (whole.length > AMOUNT_TEXT_MAX_LENGTH) return "unreadable";
  const [, ahead = "", text = ""] = /^([cd]r\b\.?\s*)?(.*)$/i.exec(asciiDigits(whole)) ?? [];
  const [, before = "", amount = "", behind = ""] =
    /^([-+(]?)\s*(.*?)\s*(\)|(?<!\/)[-+]|\(?\s*\b[cd]\.?\s*\)?|\(?\s*[cd]r\.?\s*\)?)?$/i.exec(text) ?? [];
  const after = ahead === "" ? behind : ahead;
  const paise = readRupees(amount.replace(/^-/, ""));
  if (paise === null || REFERENCE_IN_DIGITS.test(amount)) return "unreadable";
  const isNegative = before === "-" || behind === "-" || (before === "(" && behind === ")") || amount.startsWith("-");
  return paise === 0 ? null : { paise, isNegative, direction: readDirection(after) };
}

/** Reads a cell of a `Dr/Cr` column. */
export function readDirection(cell: string): Direction | null {
  const letters = cell.toLowerCase().replace(/[^a-z]/g, "");
  if (["cr", "c", "credit", "deposit"].includes(letters)) return "in";
  return ["dr", "d", "debit", "withdrawal"].includes(letters) ? "out" : null;
}
