import type { SalesBy } from "./sales.ts";
import { type Days, dayAfter } from "./sales-spans.ts";

/** The longest period that is read at once: three years. [S17.1] */
export const SALES_DAYS_MAX = 3 * 366;

/** The periods that a page offers. */
export const salesPeriods = ["today", "yesterday", "days7", "days30", "month", "year"] as const;
type SalesPeriod = (typeof salesPeriods)[number];

/** The days of a period, `today` being the shop's day. The financial year begins in April. [S17.1] */
export function daysOf(period: SalesPeriod, today: string): Days {
  const [year, month] = [Number(today.slice(0, 4)), today.slice(5, 7)];
  if (period === "yesterday") return { from: dayAfter(today, -1), to: dayAfter(today, -1) };
  if (period === "days7") return { from: dayAfter(today, -6), to: today };
  if (period === "days30") return { from: dayAfter(today, -29), to: today };
  if (period === "month") return { from: `${today.slice(0, 7)}-01`, to: today };
  if (period === "year") return { from: `${month < "04" ? year - 1 : year}-04-01`, to: today };
  return { from: today, to: today };
}

/** How many days there are. */
export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** As many days right before. */
export function daysBefore(days: Days): Days {
  return { from: dayAfter(days.from, -lengthOf(days)), to: dayAfter(days.from, -1) };
}

/** The unit of time in which a period is drawn: hours of one day, else at most 62 days, 60 weeks, or months. */
export function unitOf(days: Days): Extract<SalesBy, "hour" | "day" | "week" | "month"> {
  const length = lengthOf(days);
  if (length === 1) return "hour";
  if (length <= 62) return "day";
  return length <= 420 ? "week" : "month";
}

/** The day, the Monday or the first of the month by which a day is counted. */
export function unitAt(day: string, unit: "day" | "week" | "month"): string {
  if (unit === "month") return `${day.slice(0, 7)}-01`;
  return unit === "week" ? dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)) : day;
}

/** All units of a period in their order, so that one without sales is drawn too. */
export function unitsIn(days: Days, unit: "hour" | "day" | "week" | "month"): string[] {
  if (unit === "hour") return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
  const units = new Set<string>();
  for (let day = days.from; day <= days.to; day = dayAfter(day)) units.add(unitAt(day, unit));
  return [...units];
}

/** The day of a time in a time zone. */
export function dayAt(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(time);
}
