import { expect, test } from "vitest";
import { EMAIL_RETRIES } from "../emails/constants.ts";
import { waitBeforeNextAttempt } from "./retry-waits.ts";

test("each attempt of an email waits twice as long as the one before, up to 4 hours, for about a day in all", () => {
  const waits = Array.from({ length: 16 }, (_, n) => waitBeforeNextAttempt(EMAIL_RETRIES, n + 1));
  expect(waits.slice(0, 4)).toEqual([30_000, 60_000, 120_000, 240_000]);
  expect(waits.at(-2)).toBe(4 * 3_600_000);
  expect(waits.at(-1)).toBeNull();
  expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0)).toBeGreaterThan(24 * 3_600_000);
});
