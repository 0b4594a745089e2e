import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shop/constants.ts";
import { nextCheck } from "./next-check.ts";

const openedAt = new Date("2026-01-05T06:00:00Z");
const expiresAt = new Date(openedAt.getTime() + 16 * MINUTE_MS);

/** All times at which an attempt is looked at, in ms from its opening. */
function checksOf(closedAfterMs: number | null): number[] {
  const closedAt = closedAfterMs === null ? null : new Date(openedAt.getTime() + closedAfterMs);
  const checks: number[] = [];
  for (
    let at = nextCheck({ openedAt, expiresAt, closedAt }, closedAt ?? openedAt);
    at;
    at = nextCheck({ openedAt, expiresAt, closedAt }, at)
  )
    checks.push(at.getTime() - openedAt.getTime());
  return checks;
}

test("[S10.11] an attempt that was closed unpaid is looked at four times in three days", () => {
  expect(checksOf(MINUTE_MS)).toEqual([HOUR_MS, DAY_MS, 2 * DAY_MS, 3 * DAY_MS].map((ms) => MINUTE_MS + ms));
});

test("[S10.11] one that may still be paid is looked at while its page is open, then every hour for three days", () => {
  const checks = checksOf(null);
  expect(checks.slice(0, 5)).toEqual([2, 5, 10, 16, 76].map((minutes) => minutes * MINUTE_MS));
  expect(checks.at(-1)).toBe(16 * MINUTE_MS + 3 * DAY_MS);
});
