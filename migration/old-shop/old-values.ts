import { bareAmount, type Paise } from "#shop/money.ts";

/**
 * Parsers for values that people and programs left in old rows. Each returns null for an unreadable
 * value.
 */

/** More than any real order. */
export const MAX_PAISE: Paise = 1_000_000_000_000;
const AMOUNT = /^-?\d{1,15}(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i;

/**
 * Parses an amount in rupees, such as "₹1,23,456.50" or "Rs. 99/-", and whether it had to be
 * rounded to a paisa.
 */
export function readAmount(value: unknown): { paise: Paise; isRounded: boolean } | null {
  if (typeof value !== "number" && typeof value !== "string") return null;
  const text = bareAmount(String(value));
  if (!AMOUNT.test(text)) return null;
  const exact = Number(text) * 100;
  const paise = Math.round(exact);
  if (paise < 0 || paise > MAX_PAISE) return null;
  return { paise, isRounded: Math.abs(exact - paise) > 1e-6 + paise * 1e-12 };
}

const COUNT_MAX = 1_000_000;

/** Parses a positive whole number. */
export function readCount(value: unknown): number | null {
  const count = typeof value === "string" && /^\s*\d{1,7}\s*$/.test(value) ? Number(value) : value;
  return typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= COUNT_MAX ? count : null;
}

/**
 * Parses a text: trimmed, without characters that cannot be stored. Numbers and booleans are
 * converted.
 */
export function readText(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" ? value.replaceAll("\0", "").toWellFormed().trim() : null;
}

/** Cuts a text to `max` characters. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).toWellFormed();
}

/** Whether a text contains characters that cannot be stored. */
export function isUnclean(value: unknown): boolean {
  return typeof value === "string" && (value.includes("\0") || !value.isWellFormed());
}

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
/** Smaller numbers are seconds rather than milliseconds. */
const SECONDS_BELOW = 100_000_000_000;

/**
 * An ISO date, or one with the name of a month. "01/09/2025" is ambiguous, and `Date` would read
 * "Gold 1" as a year.
 */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]|$)|^(?=.*\b\d{4}\b).*\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\b/i;
const ZONE = /(?:z|gmt|utc|(?:gmt|utc|:\d\d(?:\.\d+)?) ?[+-]\d\d(?::?\d\d)?)\s*(?:\([^)]*\))?$/i;

/**
 * Parses a time: milliseconds or seconds since 1970, as a number or digits, or a date. A date
 * without a time zone is in UTC, regardless of the machine's zone.
 */
export function readTime(value: unknown): Date | null {
  const isNumber = typeof value === "number" || (typeof value === "string" && /^\s*\d{9,14}(?:\.\d+)?\s*$/.test(value));
  if (!isNumber && typeof value !== "string") return null;
  const number = isNumber ? Number(value) : timeOfDate(String(value).trim());
  const ms = isNumber && number < SECONDS_BELOW ? number * 1_000 : number;
  return ms >= EARLIEST && ms < LATEST ? new Date(Math.trunc(ms)) : null;
}

function timeOfDate(text: string): number {
  if (!DATE.test(text)) return Number.NaN;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  return Date.parse(isDay || ZONE.test(text) ? text : `${text}${/^\d{4}-\d\d-\d\dT/.test(text) ? "Z" : " UTC"}`);
}

const PUSH_DIGITS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const PUSH_TIME_DIGITS = 8;

/**
 * The time when the hosted database created a key: its first eight characters encode the
 * millisecond.
 */
export function timeOfKey(key: string): Date | null {
  if (!/^-[\w-]{19}$/.test(key)) return null;
  let ms = 0;
  for (const digit of key.slice(0, PUSH_TIME_DIGITS)) ms = ms * PUSH_DIGITS.length + PUSH_DIGITS.indexOf(digit);
  return readTime(ms);
}

/** The time when a request code was created: it is the millisecond in base 36. */
export function timeOfCode(code: string | null): Date | null {
  const digits = /^REQ-([0-9A-Z]{6,9})$/.exec(code ?? "")?.[1];
  return digits === undefined ? null : readTime(Number.parseInt(digits, 36));
}

/** Returns a value's fields if it is an object, or null. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

/**
 * Returns the values of a list, or of an object used as one; a single value becomes a list of one.
 */
export function listOf(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  return typeof value === "object" ? Object.values(value) : [value];
}
