import { useEffect, useState } from "react";
import type { Texts } from "#messages/texts.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";

/** Longer times are said in hours. */
const MINUTES_SAID_MAX = 120;
const TICK_MS = 5_000;

/** The minutes left that a screen reader announces. */
const ANNOUNCED = [10, 5, 2, 1];

function leftText(minutes: number, texts: Texts<"orderUpi">): string {
  if (minutes <= 0) return texts("timeIsUp");
  return minutes > MINUTES_SAID_MAX ? texts("hoursLeft", { n: Math.floor(minutes / 60) }) : texts("minutesLeft", { n: minutes });
}

/**
 * Until when to pay, and how many minutes are left, counted from the server's time. Without
 * JavaScript it says how many were left when the page was made. [S10.12]
 */
export function PayBy({ at, now }: { at: Date; now: Date }) {
  const texts = useTexts("orderUpi");
  const minutes = useMinutesLeft(at, now);
  const left = leftText(minutes, texts);
  return (
    <p>
      <span>{rich(texts, "payBy", { time: () => <When at={at} as="short" /> })}</span>{" "}
      <strong role="timer" className="whitespace-nowrap">
        {left}
      </strong>
      <span role="status" className="unseen">
        {ANNOUNCED.includes(minutes) || minutes === 0 ? left : ""}
      </span>
    </p>
  );
}

/** Whole minutes, rounded up. */
function useMinutesLeft(at: Date, now: Date): number {
  const [passed, setPassed] = useState(0);
  const loaded = now.getTime();
  useEffect(() => {
    const loadedAt = performance.now();
    setPassed(0);
    const timer = setInterval(() => setPassed(performance.now() - loadedAt), TICK_MS);
    return () => clearInterval(timer);
  }, [loaded]);
  return Math.max(0, Math.ceil((at.getTime() - loaded - passed) / MINUTE_MS));
}
