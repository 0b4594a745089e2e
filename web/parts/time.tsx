import { ageText, dateText, timeText } from "./time-text.ts";

/** A moment, in India's time; `isDateOnly` leaves the clock to the tooltip. */
export function When({ at, isDateOnly = false }: { at: Date; isDateOnly?: boolean }) {
  return (
    <time dateTime={at.toISOString()} title={isDateOnly ? timeText(at) : undefined}>
      {isDateOnly ? dateText(at) : timeText(at)}
    </time>
  );
}

/** How long something waits already, seen from `now`, which the loader gives. */
export function Age({ from, now }: { from: Date; now: Date }) {
  return (
    <time dateTime={from.toISOString()} title={timeText(from)}>
      {ageText(from, now)}
    </time>
  );
}
