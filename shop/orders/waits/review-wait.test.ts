import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#shop/constants.ts";
import { isSlow, reviewHours, reviewWaitOf } from "./review-wait.ts";

const minutes = (...took: number[]) => took.map((one) => one * MINUTE_MS);

test("[S14.14] of at least ten decisions, half took at most x and nine of ten at most y", () => {
  expect(reviewWaitOf(minutes(9, 1, 8, 2, 7, 3, 6, 4, 5, 600))).toEqual({ halfMs: 5 * MINUTE_MS, mostMs: 9 * MINUTE_MS });
  expect(reviewWaitOf(minutes(...Array.from({ length: 50 }, (_, n) => n + 1)))).toEqual({ halfMs: 25 * MINUTE_MS, mostMs: 45 * MINUTE_MS });
  expect(reviewWaitOf(minutes(1, 2, 3, 4, 5, 6, 7, 8, 9))).toBeNull();
});

test("[S1.2] [S14.14] the promise holds unless nine of ten took longer", () => {
  const within = (hours: number) => ({ halfMs: HOUR_MS, mostMs: hours * HOUR_MS });
  expect([null, within(3), within(24), within(24.1), within(40)].map((wait) => [isSlow(wait), reviewHours(wait)])).toEqual([
    [false, 24],
    [false, 24],
    [false, 24],
    [true, 25],
    [true, 40],
  ]);
});
