import { dateText, shortTimeText, timeText } from "#shop/shop-clock.ts";
import { ageText } from "./time-text.ts";
import { useShopClock } from "./use-shop-clock.ts";

const says = { full: timeText, short: shortTimeText, date: dateText };

/** A moment, by the shop's clock: the same words on the server and in every browser. What is not said stands in the tooltip. */
export function When({ at, as = "full" }: { at: Date; as?: keyof typeof says }) {
  const clock = useShopClock();
  return (
    <time dateTime={at.toISOString()} title={timeText(at, clock)}>
      {says[as](at, clock)}
    </time>
  );
}

/** How long something waits already, seen from `now`, which the loader gives. */
export function Age({ from, now }: { from: Date; now: Date }) {
  const clock = useShopClock();
  return (
    <time dateTime={from.toISOString()} title={timeText(from, clock)}>
      {ageText(from, now)}
    </time>
  );
}
