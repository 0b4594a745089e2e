import { useTexts } from "#web/texts.tsx";
import { dateText, shortTimeText, timeText } from "./time-text.ts";
import { useShopClock } from "./use-shop-clock.ts";

const says = { full: timeText, short: shortTimeText, date: dateText };

/**
 * A time in the shop's time zone, the same on the server and in every browser. The tooltip has the
 * full time.
 */
export function When({ at, as = "full" }: { at: Date; as?: keyof typeof says }) {
  const texts = useTexts("parts");
  const clock = useShopClock();
  return (
    <time dateTime={at.toISOString()} title={timeText(at, clock, texts)}>
      {says[as](at, clock, texts)}
    </time>
  );
}
