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

const MINUTE_MS = 60_000;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats a date in the shop's time zone: `21 Nov 2026`. */
export function dateText(at: Date, clock: ShopClock): string {
  return `${dayText(at, clock)} ${yearOf(at, clock)}`;
}

/** Formats a time: `21 Nov 2026, 6:05 pm IST`. */
export function timeText(at: Date, clock: ShopClock): string {
  return `${dateText(at, clock)}, ${hourText(at, clock)} ${periodOf(at, clock).name}`;
}

/** Formats a time without the year, for narrow places: `21 Nov, 6:05 pm`. */
export function shortTimeText(at: Date, clock: ShopClock): string {
  return `${dayText(at, clock)}, ${hourText(at, clock)}`;
}

/** The year in the shop's time zone. [S2.5] */
export function yearOf(at: Date, clock: ShopClock): number {
  return there(at, clock).getUTCFullYear();
}

function dayText(at: Date, clock: ShopClock): string {
  const shown = there(at, clock);
  return `${shown.getUTCDate()} ${months[shown.getUTCMonth()]}`;
}

function hourText(at: Date, clock: ShopClock): string {
  const shown = there(at, clock);
  const hour = shown.getUTCHours();
  return `${hour % 12 || 12}:${String(shown.getUTCMinutes()).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
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
