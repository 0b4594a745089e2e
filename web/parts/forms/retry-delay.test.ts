import { expect, test } from "vitest";
import { STORAGE_RETRY_MS, UPLOAD_RETRY_MS } from "#shop/constants.ts";
import { delayBeforeRetry } from "./retry-delay.ts";

test.each([
  ["an upload", UPLOAD_RETRY_MS, 10],
  ["another call of the storage", STORAGE_RETRY_MS, 2],
])("[S9.4] %s is retried within %d ms, %d minutes, with growing delays", (_what, withinMs, minutes) => {
  let since = 0;
  let attempt = 1;
  for (let wait = delayBeforeRetry(attempt, since, withinMs); wait !== null; wait = delayBeforeRetry(attempt, since, withinMs)) {
    since += wait;
    attempt += 1;
  }
  expect(attempt).toBeGreaterThan(5);
  expect(since).toBeLessThanOrEqual(minutes * 60_000);
  expect(since).toBeGreaterThan(minutes * 60_000 - 31_000);
});
