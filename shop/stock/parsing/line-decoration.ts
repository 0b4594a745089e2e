import { normalized } from "#shop/canonical-text.ts";
import { unwrapped } from "#shop/csv-line.ts";
import type { TextLine } from "./id-lines.ts";

/** `1. X`, `2) X`, `(3) X`, `#4 - X`, `5.) X`, `① X`, and bullets such as `• X`. */
const IN_FRONT = /^(?:[([#]?\p{Nd}{1,6}\s?[.):\]-]{1,2}\s+|[①-⓿❶-➓]\s*|[-*>•·‣▪▫●○◦■□◆◇★☆►▶▸➢➤➔→✓✔✅☑–—]\s+)(?=\S)/u;

/**
 * A leading number without a space after it, or followed by nothing but a space. It only counts as
 * decoration if it numbers the lines.
 */
const COUNTED = /^[([#]?(\p{Nd}{1,6})(?:\s?[.):\]-]{1,2}\s*|\s+)(?=\S)/u;

const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "„": "“", "«": "»" };

/** A number that a spreadsheet rounded to scientific notation, alone or within a line. */
const ROUNDED = /(?<![\w.,])[+-]?\d(?:(?:[.,]\d+)?E\+\d{1,3}|[.,]\d+E\d{2,3})(?!\w)/i;

/** Whether a line starts with a list number or a bullet. */
export function isDecorated(line: string): boolean {
  return IN_FRONT.test(line);
}

/**
 * Whether at least two lines are numbered consecutively from 0 or 1, with or without a space, such
 * as `1.X` and `2.Y`.
 */
export function areCounted(lines: Iterable<TextLine>): boolean {
  let [seen, next]: [number, number | null] = [0, null];
  for (const { value } of lines) {
    const digits = COUNTED.exec(value)?.[1];
    const number = digits === undefined ? Number.NaN : Number(normalized(digits, "NFKC").replace(/\p{Nd}/gu, digitOf));
    if (next === null ? number !== 0 && number !== 1 : number !== next) return false;
    next = number + 1;
    seen += 1;
  }
  return seen > 1;
}

/** Converts a digit of any script to 0–9; the ten digits of a script are contiguous in Unicode. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
  return String(code - zero);
}

/** Whether a value contains a number in scientific notation, whose other digits are lost. */
export function isRounded(value: string): boolean {
  return ROUNDED.test(value);
}

/** Removes the quotes around a value, and a comma or semicolon after them. */
export function bareValue(value: string): string {
  const end = /^(.*\S)\s*[,;]$/u.exec(value)?.[1] ?? value;
  const close = end.length > 2 ? QUOTES[end[0] ?? ""] : undefined;
  if (close === undefined || !end.endsWith(close)) return value;
  const inside = end.slice(1, -1).trim();
  return close === '"' ? inside.replaceAll('""', '"') : inside;
}

/**
 * Removes the number in front, the quotes and the formula around an ID. `isCounted`: the lines are
 * numbered.
 */
export function bareLine(line: string, isCounted = false): string {
  return unwrapped(bareValue(line.replace(isCounted ? COUNTED : IN_FRONT, "").trim()));
}
