import { DAY_MS, MINUTE_MS } from "#shop/constants.ts";

/**
 * The offsets of the shop's time zone: for each period the minutes ahead of UTC and the zone's
 * short name. Computed once on the server, so that times look the same there and in every browser,
 * whatever time zone data either has.
 */
export type ShopClock = { periods: readonly ClockPeriod[] };
/** `until` is the exclusive end in ms; null means open-ended. */
export type ClockPeriod = { until: number | null; aheadMinutes: number; name: string };

/** India's clock, the default of a new shop. */
export const indianClock: ShopClock = { periods: [{ until: null, aheadMinutes: 330, name: "IST" }] };

/** A time as the shop's clock and calendar show it. */
type CalendarTime = {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** 1 to 12. */
  hour: number;
  /** Two digits. */
  minute: string;
  half: "am" | "pm";
  /** The short name of the time zone. */
  zone: string;
};

/** The parts of a time in the shop's time zone, for a text in any language. */
export function calendarOf(at: Date, clock: ShopClock): CalendarTime {
  const shown = there(at, clock);
  const hour = shown.getUTCHours();
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: hour % 12 || 12,
    minute: String(shown.getUTCMinutes()).padStart(2, "0"),
    half: hour < 12 ? "am" : "pm",
    zone: periodOf(at, clock).name,
  };
}

/**
 * The days since 1970 in the shop's time zone. Two times are on the same day if theirs are equal.
 */
export function dayOf(at: Date, clock: ShopClock): number {
  return Math.floor(there(at, clock).getTime() / DAY_MS);
}

/** The year in the shop's time zone. [S2.5] */
export function yearOf(at: Date, clock: ShopClock): number {
  return there(at, clock).getUTCFullYear();
}

/** A date whose UTC parts are the local time in the shop's time zone. */
function there(at: Date, clock: ShopClock): Date {
  return new Date(at.getTime() + periodOf(at, clock).aheadMinutes * MINUTE_MS);
}

function periodOf(at: Date, { periods }: ShopClock): ClockPeriod {
  const period = periods.find(({ until }) => until === null || at.getTime() < until) ?? periods.at(-1);
  if (!period) throw new Error("a clock without a period");
  return period;
}
