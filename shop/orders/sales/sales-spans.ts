/** Days of the shop, such as `2026-11-28`, first and last included. */
export type Days = { from: string; to: string };

/** How days are read: months and days from stored sums, the others from the rows. */
type SalesSpans = { months: string[]; days: Days[]; live: Days[] };

/**
 * Divides days into whole months and single days with stored sums, and days to count from the rows:
 * those from `open` on, the first day that is not counted whole, and those that changed since.
 * [S17.5]
 */
export function spansOf({ from, to }: Days, open: string, changed: ReadonlySet<string>): SalesSpans {
  const spans: SalesSpans = { months: [], days: [], live: [] };
  for (let day = from; day <= to; ) {
    const month = monthFrom(day);
    const isWhole = month.from === day && month.to <= to && month.to < open && ![...changed].some((one) => one >= day && one <= month.to);
    if (isWhole) spans.months.push(day);
    else add(day >= open || changed.has(day) ? spans.live : spans.days, day);
    day = dayAfter(isWhole ? month.to : day);
  }
  return spans;
}

/** Adds a day to the last of some days if it follows them. */
function add(list: Days[], day: string): void {
  const last = list.at(-1);
  if (last && dayAfter(last.to) === day) last.to = day;
  else list.push({ from: day, to: day });
}

function monthFrom(day: string): Days {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return { from: `${day.slice(0, 7)}-01`, to: isoDay(Date.UTC(year, month, 0)) };
}

/** The day some days later, or before with a negative number. */
export function dayAfter(day: string, days = 1): string {
  return isoDay(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000);
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
