/**
 * How the clocks of the shop's time zone run: for each period how many minutes they are ahead of UTC, and the zone's short name then. Plain data that the
 * server works out once, so that a time reads the same there and in every browser, whatever either knows of time zones.
 */
export type ShopClock = { periods: readonly ClockPeriod[] };
/** `until` is the first moment, in ms, that no longer belongs to it; null: it goes on. */
export type ClockPeriod = { until: number | null; aheadMinutes: number; name: string };

/** India's clock, which every shop begins with. */
export const indianClock: ShopClock = { periods: [{ until: null, aheadMinutes: 330, name: "IST" }] };

const MINUTE_MS = 60_000;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `21 Nov 2026`, by the shop's clock. */
export function dateText(at: Date, clock: ShopClock): string {
  return `${dayText(at, clock)} ${yearOf(at, clock)}`;
}

/** `21 Nov 2026, 6:05 pm IST`. */
export function timeText(at: Date, clock: ShopClock): string {
  return `${dateText(at, clock)}, ${hourText(at, clock)} ${periodOf(at, clock).name}`;
}

/** `21 Nov, 6:05 pm`: where there is little room. */
export function shortTimeText(at: Date, clock: ShopClock): string {
  return `${dayText(at, clock)}, ${hourText(at, clock)}`;
}

/** The year that the shop's clock shows. [S2.5] */
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

/** A moment whose UTC parts are what the shop's clock shows. */
function there(at: Date, clock: ShopClock): Date {
  return new Date(at.getTime() + periodOf(at, clock).aheadMinutes * MINUTE_MS);
}

function periodOf(at: Date, { periods }: ShopClock): ClockPeriod {
  const period = periods.find(({ until }) => until === null || at.getTime() < until) ?? periods.at(-1);
  if (!period) throw new Error("a clock without a period");
  return period;
}
