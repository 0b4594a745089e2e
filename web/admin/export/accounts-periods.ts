import { calendarOf, type ShopClock } from "#shop/settings/shop-clock.ts";

/** A month of the accounts: 1 to 12, and its first and last day. */
type AccountsMonth = { year: number; month: number; from: string; to: string };

const MONTHS_OFFERED = 4;
const APRIL = 4;

/** This month and the three before it, in the shop's time zone. */
export function accountsMonths(now: Date, clock: ShopClock): AccountsMonth[] {
  const { year, month } = calendarOf(now, clock);
  return Array.from({ length: MONTHS_OFFERED }, (_, back) => monthOf(year, month - back));
}

/** The financial year of a time, which begins on 1 April, and the one before it. */
export function accountsYears(now: Date, clock: ShopClock): { name: string; from: string; to: string }[] {
  const { year, month } = calendarOf(now, clock);
  const begins = month < APRIL ? year - 1 : year;
  return [begins, begins - 1].map((first) => ({
    name: `${first}-${String((first + 1) % 100).padStart(2, "0")}`,
    from: `${first}-04-01`,
    to: `${first + 1}-03-31`,
  }));
}

/** `month` may be 0 or less: December of the year before is 0. */
function monthOf(year: number, month: number): AccountsMonth {
  const first = new Date(Date.UTC(year, month - 1, 1));
  const last = new Date(Date.UTC(year, month, 0));
  return { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1, from: dayText(first), to: dayText(last) };
}

function dayText(day: Date): string {
  return day.toISOString().slice(0, 10);
}
