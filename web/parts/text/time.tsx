import { use } from "react";
import { useTexts } from "#web/texts.tsx";
import { PageNow } from "./page-now.ts";
import { dateText, nearTimeText, shortTimeText, timeText } from "./time-text.ts";
import { useShopClock } from "./use-shop-clock.ts";

const says = { full: timeText, short: shortTimeText, date: dateText };

/**
 * A time in the shop's time zone, the same on the server and in every browser. Inside `PageNow` a
 * time of yesterday, today or tomorrow says so. The tooltip has the full time.
 */
export function When({ at, as = "full" }: { at: Date; as?: keyof typeof says }) {
  const texts = useTexts("parts");
  const clock = useShopClock();
  const now = use(PageNow);
  const near = now && as !== "date" ? nearTimeText(at, now, clock, texts) : null;
  return (
    <time dateTime={at.toISOString()} title={timeText(at, clock, texts)}>
      {near ?? says[as](at, clock, texts)}
    </time>
  );
}
