import { DAY_MS, MINUTE_MS } from "#shop/constants.ts";
import type { ClockPeriod, ShopClock } from "./shop-clock.ts";

const WEEK_MS = 7 * DAY_MS;
const YEARS_BACK = 5;
const YEARS_AHEAD = 2;
/** Locales to try, because none of them knows the short name of every time zone. */
const ENGLISHES = ["en-IN", "en-US", "en-GB", "en-AU", "en-ZA"];

const known = new Map<string, { year: number; clock: ShopClock }>();

/**
 * The clock of a time zone, for some years around `now`; outside them it continues with the nearest
 * offset.
 */
export function shopClockOf(timeZone: string, now: Date): ShopClock {
  const year = now.getUTCFullYear();
  const cached = known.get(timeZone);
  if (cached?.year === year) return cached.clock;

  const clock = { periods: periodsOf(timeZone, Date.UTC(year - YEARS_BACK, 0), Date.UTC(year + YEARS_AHEAD, 0)) };
  known.set(timeZone, { year, clock });
  return clock;
}

function periodsOf(timeZone: string, from: number, to: number): ClockPeriod[] {
  const aheadAt = offsets(timeZone);
  const nameAt = shortNames(timeZone);
  const periods: ClockPeriod[] = [];
  let begin = from;
  for (let week = from; week < to; week += WEEK_MS) {
    if (aheadAt(week) === aheadAt(week + WEEK_MS)) continue;
    const until = changeBetween(week, week + WEEK_MS, aheadAt);
    periods.push({ until, aheadMinutes: aheadAt(begin), name: nameAt(begin) });
    begin = until;
  }
  return [...periods, { until: null, aheadMinutes: aheadAt(begin), name: nameAt(begin) }];
}

/** Finds the first minute with a different offset; both bounds are whole minutes. */
function changeBetween(before: number, after: number, aheadAt: (at: number) => number): number {
  let [last, first] = [before, after];
  while (first - last > MINUTE_MS) {
    const middle = last + Math.floor((first - last) / 2 / MINUTE_MS) * MINUTE_MS;
    if (aheadAt(middle) === aheadAt(before)) last = middle;
    else first = middle;
  }
  return first;
}

function offsets(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  return (at) => {
    const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(zoneIn(format, at)) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
}

function shortNames(timeZone: string): (at: number) => string {
  const formats = ENGLISHES.map((english) => new Intl.DateTimeFormat(english, { timeZone, timeZoneName: "short" }));
  return (at) => {
    const names = formats.map((format) => zoneIn(format, at));
    return names.find((name) => !/\d/.test(name)) ?? names[0] ?? timeZone;
  };
}

function zoneIn(format: Intl.DateTimeFormat, at: number): string {
  return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
}
