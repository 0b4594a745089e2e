import type { Paise } from "#shop/money.ts";

/** Reads what old rows hold, as people and programs left it there. Each gives null for what cannot be read. */

/** No order was larger. */
export const MAX_PAISE: Paise = 1_000_000_000_000;
const AMOUNT = /^-?\d{1,15}(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i;

/** An amount in rupees, and whether it had to be rounded to a paisa; "₹1,234.50" is read too. */
export function readAmount(value: unknown): { paise: Paise; isRounded: boolean } | null {
  if (typeof value !== "number" && typeof value !== "string") return null;
  const text = String(value)
    .replace(/^\s*(?:₹|rs\.?|inr|\$)?\s*/i, "")
    .replace(/,(?=\d)/g, "")
    .trim();
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

/** A time: milliseconds or seconds since 1970, as a number or in digits, or an ISO date. */
export function readTime(value: unknown): Date | null {
  const isNumber = typeof value === "number" || (typeof value === "string" && /^\s*\d{9,14}(?:\.\d+)?\s*$/.test(value));
  if (!isNumber && typeof value !== "string") return null;
  const number = isNumber ? Number(value) : Date.parse(String(value));
  const ms = isNumber && number < SECONDS_BELOW ? number * 1_000 : number;
  return ms >= EARLIEST && ms < LATEST ? new Date(Math.trunc(ms)) : null;
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
