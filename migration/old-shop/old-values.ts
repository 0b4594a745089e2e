import type { Paise } from "#shop/money.ts";

/** Reads what old rows hold, as people and programs left it there. Each gives null for what cannot be read. */

/** No order was larger. */
export const MAX_PAISE: Paise = 1_000_000_000_000;
const AMOUNT = /^-?\d{1,15}(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i;
/** Commas as India and others group digits. Anywhere else one may stand for the point: "12,50" is not 1,250 rupees. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;

/** An amount in rupees, and whether it had to be rounded to a paisa; "₹1,23,456.50" and "Rs. 99/-" are read too. */
export function readAmount(value: unknown): { paise: Paise; isRounded: boolean } | null {
  if (typeof value !== "number" && typeof value !== "string") return null;
  const written = String(value)
    .replace(/^\s*(?:₹|rs\.?|inr|\$)?\s*/i, "")
    .replace(/\s*(?:\/-|₹|rs\.?|inr)?\s*$/i, "");
  const text = GROUPED.test(written) ? written.replaceAll(",", "") : written;
  if (!AMOUNT.test(text)) return null;
  const exact = Number(text) * 100;
  const paise = Math.round(exact);
  if (paise < 0 || paise > MAX_PAISE) return null;
  return { paise, isRounded: Math.abs(exact - paise) > 1e-6 + paise * 1e-12 };
}

const COUNT_MAX = 1_000_000;

/** A whole number from 1 on. */
export function readCount(value: unknown): number | null {
  const count = typeof value === "string" && /^\s*\d{1,7}\s*$/.test(value) ? Number(value) : value;
  return typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= COUNT_MAX ? count : null;
}

/** A text without what cannot be kept, trimmed; a number or a truth in its words. */
export function readText(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" ? value.replaceAll("\0", "").toWellFormed().trim() : null;
}

/** Whether a text has to be changed before it can be kept. */
export function isUnclean(value: unknown): boolean {
  return typeof value === "string" && (value.includes("\0") || !value.isWellFormed());
}

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
/** What is smaller counts seconds. */
const SECONDS_BELOW = 100_000_000_000;

/** An ISO date, or one whose month is named. Of "01/09/2025" nobody can tell which number is the month, and of "Gold 1" a computer makes a year. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]|$)|^(?=.*\b\d{4}\b).*\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\b/i;
const ZONE = /(?:z|gmt|utc|(?:gmt|utc|:\d\d(?:\.\d+)?) ?[+-]\d\d(?::?\d\d)?)\s*(?:\([^)]*\))?$/i;

/** A time: milliseconds or seconds since 1970, as a number or in digits, or a date; without a zone it is one of UTC, whichever zone this machine is in. */
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

/** When the hosted database drew a key: its first eight characters tell the millisecond. */
export function timeOfKey(key: string): Date | null {
  if (!/^-[\w-]{19}$/.test(key)) return null;
  let ms = 0;
  for (const digit of key.slice(0, PUSH_TIME_DIGITS)) ms = ms * PUSH_DIGITS.length + PUSH_DIGITS.indexOf(digit);
  return readTime(ms);
}

/** When a request code was made: it is the millisecond in base 36. */
export function timeOfCode(code: string | null): Date | null {
  const digits = /^REQ-([0-9A-Z]{6,9})$/.exec(code ?? "")?.[1];
  return digits === undefined ? null : readTime(Number.parseInt(digits, 36));
}

/** What stands under a name, where a value is an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

/** The values of a list, or of an object that stands for one; one value stands for a list of one. */
export function listOf(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  return typeof value === "object" ? Object.values(value) : [value];
}
