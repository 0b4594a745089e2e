import { canonicalText } from "#shop/canonical-text.ts";
import { DAY_MS } from "#shop/constants.ts";
import { asciiDigits } from "#shop/digits.ts";

/** How the months begin in Hindi, without the dots below. */
const HINDI_MONTHS = ["जन", "फर", "मार", "अप्र", "मई", "जून", "जुल", "अग", "सित", "अक", "नव", "दिस"];
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** How days of a statement are read: in which order, and which day is the last that can be. */
export type DayReading = { isMonthFirst: boolean; today: string };

/** A time behind a day, which is left out, since most banks give none. */
const TIME = String.raw`(?:[\s,T]+\d{1,2}[:.]\d{2}.{0,40})?$`;
const TIME_AHEAD = /^\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]m)?[\s,]+(?=\S{6})/i;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[\s,.-]+/i;
const WEEKDAY_BEHIND =
  /[\s,]*(?:\((?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?\)|\b(?:mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?\.?)$/i;
/** `26/11/26`, `26-11-2026`, `26.11.2026`, and month first as spreadsheets abroad save it. */
const NUMBERS = new RegExp(String.raw`^(\d{1,2})[\s/.-](\d{1,2})[\s/.-](\d{4}|\d{2})${TIME}`, "i");
/** `26 Nov 2026`, `26-NOV-26`, `26NOV2026`, `26th Nov, 2026`, `26 Nov '26`, `26 नवंबर 2026`. */
const DAY_AND_NAME = new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th)?[\s/.,-]*([\p{L}\p{M}]{2,12})[\s/.,'-]*(\d{4}|\d{2})${TIME}`, "iu");
/** `Nov 26, 2026`, `November 26th 2026`. */
const NAME_AND_DAY = new RegExp(String.raw`^([\p{L}\p{M}]{2,12})[\s.-]*(\d{1,2})(?:st|nd|rd|th)?[\s,.'-]+(\d{4}|\d{2})${TIME}`, "iu");
/** `20261126`, and day first, `26112026`. */
const YEAR_IN_EIGHT = /^(20\d{2})(\d{2})(\d{2})$/;
const DAY_IN_EIGHT = /^(\d{2})(\d{2})(20\d{2})$/;
/** `2026-11-26`, `2026/11/26`. */
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})${TIME}`, "i");
/** A spreadsheet's number of a day, counted from 30 December 1899, perhaps with its time. */
const SERIAL = /^([45]\d{4})(?:\.\d{1,12})?$/;
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30);
const CELL_MAX_LENGTH = 100;
/** Banks in India write their own days. */
const INDIA_AHEAD_MS = 5.5 * 3_600_000;

/**
 * Reads the day of a statement's line as `2026-11-26`: day before month as Indian banks write it,
 * unless the file's days only fit the other way. Digits may be of any Indian script. Null if it is
 * no day. [S10.13]
 */
export function readDay(cell: string, isMonthFirst = false): string | null {
  if (cell.length > CELL_MAX_LENGTH) return null;
  const text = asciiDigits(cell).replaceAll("’", "'").trim().replace(WEEKDAY, "").replace(TIME_AHEAD, "").replace(WEEKDAY_BEHIND, "");
  const [, first = "", second = "", year = ""] = NUMBERS.exec(text) ?? [];
  if (first !== "") return dayOf(year, isMonthFirst ? Number(first) : Number(second), isMonthFirst ? Number(second) : Number(first));
  const [, day = "", name = "", yearOfName = ""] = DAY_AND_NAME.exec(text) ?? [];
  if (day !== "") return dayOf(yearOfName, monthNamed(name), Number(day));
  const [, month = "", dayBehind = "", yearBehind = ""] = NAME_AND_DAY.exec(text) ?? [];
  if (month !== "") return dayOf(yearBehind, monthNamed(month), Number(dayBehind));
  const [, isoYear = "", isoMonth = "", isoDay = ""] = YEAR_FIRST.exec(text) ?? [];
  if (isoYear !== "") return dayOf(isoYear, Number(isoMonth), Number(isoDay));
  const [, inEight = "", monthInEight = "", dayInEight = ""] = YEAR_IN_EIGHT.exec(text) ?? [];
  const yearFirst = inEight === "" ? null : dayOf(inEight, Number(monthInEight), Number(dayInEight));
  if (yearFirst !== null) return yearFirst;
  const [, dayOfEight = "", monthOfEight = "", yearOfEight = ""] = DAY_IN_EIGHT.exec(text) ?? [];
  if (dayOfEight !== "") return dayOf(yearOfEight, Number(monthOfEight), Number(dayOfEight));
  const [, serial = ""] = SERIAL.exec(text) ?? [];
  return serial === "" ? null : new Date(SERIAL_ZERO_MS + Number(serial) * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Whether the days of a file only fit month before day: read day first, one of them does not exist
 * or is after today, and read month first, none. A day that fits neither way says nothing. Where
 * all exist day first and some are only after today, they have to be in order month first: one row
 * that a bank booked ahead does not turn the others round. [S10.13]
 */
export function isMonthFirst(cells: readonly string[], today: string): boolean {
  const written = cells
    .filter((cell) => NUMBERS.test(asciiDigits(cell).trim()))
    .filter((cell) => isPossible(readDay(cell), today) || isPossible(readDay(cell, true), today));
  const ways = written.map((cell) => ({ dayFirst: isPossible(readDay(cell), today), monthFirst: isPossible(readDay(cell, true), today) }));
  if (!ways.every(({ monthFirst }) => monthFirst) || ways.every(({ dayFirst }) => dayFirst)) return false;
  const existsDayFirst = written.every((cell) => readDay(cell) !== null);
  return !existsDayFirst || isInOrder(written.map((cell) => readDay(cell, true) ?? ""));
}

function isInOrder(days: readonly string[]): boolean {
  const isSorted = (sorted: readonly string[]) => sorted.every((day, at) => day === days[at]);
  return isSorted(days.toSorted()) || isSorted(days.toSorted().reverse());
}

/** The day in India at a moment, as `2026-11-26`. */
export function indianDay(at: Date): string {
  return new Date(at.getTime() + INDIA_AHEAD_MS).toISOString().slice(0, 10);
}

/** Whether a day exists and is not after today: no bank books a payment ahead. */
export function isPossible(day: string | null, today: string): boolean {
  return day !== null && day <= today;
}

function monthNamed(name: string): number {
  const hindi = canonicalText(name).replaceAll("\u093C", "");
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1 || HINDI_MONTHS.findIndex((start) => hindi.startsWith(start)) + 1;
}

function dayOf(year: string, month: number, day: number): string | null {
  const full = Number(year) + (year.length === 2 ? 2_000 : 0);
  const at = new Date(Date.UTC(full, month - 1, day));
  const isReal = month >= 1 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day && full >= 2_000;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
