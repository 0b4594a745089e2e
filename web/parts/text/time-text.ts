import { DAY_MS } from "#shop/constants.ts";

const MINUTE_MS = 60 * 1_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long ago in the largest whole unit: `just now`, `12 min`, `3 h`, `2 days`. [S2.28] */
export function ageText(from: Date, now: Date): string {
  const age = now.getTime() - from.getTime();
  if (age < MINUTE_MS) return "just now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  return `${Math.floor(age / DAY_MS)} days`;
}

/** `just now`, `12 min ago`. [S2.28] */
export function agoText(from: Date, now: Date): string {
  const age = ageText(from, now);
  return age === "just now" ? age : `${age} ago`;
}
