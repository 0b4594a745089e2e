import { expect, test } from "vitest";
import { STORAGE_RETRY_MS, UPLOAD_RETRY_MS } from "#shop/constants.ts";
import { delayBeforeRetry } from "./retry-delay.ts";

test.each([
  ["an upload", UPLOAD_RETRY_MS, 10],
  ["another call of the storage", STORAGE_RETRY_MS, 2],
])("[S9.4] %s is tried again within %d ms, %d minutes, with growing patience", (_what, withinMs, minutes) => {
  let since = 0;
  let tried = 1;
  for (let wait = delayBeforeRetry(tried, since, withinMs); wait !== null; wait = delayBeforeRetry(tried, since, withinMs)) {
    since += wait;
    tried += 1;
  }
  expect(tried).toBeGreaterThan(5);
  expect(since).toBeLessThanOrEqual(minutes * 60_000);
  expect(since).toBeGreaterThan(minutes * 60_000 - 31_000);
});
