import type { Texts } from "#messages/texts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shop/constants.ts";
import { calendarOf, dayOf, type ShopClock } from "#shop/settings/shop-clock.ts";

type Words = Texts<"parts">;

/** Formats a date in the shop's time zone: `21 Nov 2026`. */
export function dateText(at: Date, clock: ShopClock, texts: Words): string {
  return texts("date", shownOf(at, clock, texts));
}

/** Formats a time: `21 Nov 2026, 6:05 pm IST`. */
export function timeText(at: Date, clock: ShopClock, texts: Words): string {
  return texts("time", shownOf(at, clock, texts));
}

/** Formats a time without the year, for narrow places: `21 Nov, 6:05 pm`. */
export function shortTimeText(at: Date, clock: ShopClock, texts: Words): string {
  return texts("shortTime", shownOf(at, clock, texts));
}

/**
 * Formats a time near `now`: `today, 6:05 pm`.
 * Returns null for other days than yesterday to tomorrow.
 */
export function nearTimeText(at: Date, now: Date, clock: ShopClock, texts: Words): string | null {
  const shown = shownOf(at, clock, texts);
  switch (dayOf(at, clock) - dayOf(now, clock)) {
    case -1:
      return texts("yesterday", shown);
    case 0:
      return texts("today", shown);
    case 1:
      return texts("tomorrow", shown);
    default:
      return null;
  }
}

/**
 * What a text about a time shows. The names of months are the catalogue's own, because two runtimes
 * may abbreviate them differently, and a page must be the same on the server and in the browser.
 */
function shownOf(at: Date, clock: ShopClock, texts: Words) {
  const { day, month, year, hour, minute, half, zone } = calendarOf(at, clock);
  return { day, month: texts("month", { month: String(month) }), year: String(year), hour, minute, half, zone };
}

/**
 * How long ago in the largest whole unit: `just now`, `12 min ago`, `3 h ago`, `2 days ago`.
 * [S2.28]
 */
export function agoText(from: Date, now: Date, texts: Words): string {
  const age = now.getTime() - from.getTime();
  if (age < MINUTE_MS) return texts("justNow");
  if (age < HOUR_MS) return texts("minutesAgo", { count: Math.floor(age / MINUTE_MS) });
  if (age < 2 * DAY_MS) return texts("hoursAgo", { count: Math.floor(age / HOUR_MS) });
  return texts("daysAgo", { count: Math.floor(age / DAY_MS) });
}

/** A length of time, rounded up to a whole unit: `12 minutes`, `3 hours`, `2 days`. */
export function durationText(ms: number, texts: Words): string {
  if (ms <= 90 * MINUTE_MS) return texts("minutesLong", { count: Math.max(1, Math.ceil(ms / MINUTE_MS)) });
  if (ms <= 2 * DAY_MS) return texts("hoursLong", { count: Math.ceil(ms / HOUR_MS) });
  return texts("daysLong", { count: Math.ceil(ms / DAY_MS) });
}
