import { ageText, dateText, shortTimeText, timeText } from "./time-text.ts";

const says = { full: timeText, short: shortTimeText, date: dateText };

/** A moment, in India's time. What is not said stands in the tooltip. */
export function When({ at, as = "full" }: { at: Date; as?: keyof typeof says }) {
  return (
    <time dateTime={at.toISOString()} title={timeText(at)}>
      {says[as](at)}
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
