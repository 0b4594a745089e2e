import { expect, test } from "vitest";
import { STORAGE_RETRY_MS } from "#shop/constants.ts";
import { waitBeforeTry } from "./use-retried-picture.ts";

test("[S9.4] a call of the storage is tried again for up to 2 minutes, with growing patience", () => {
  let since = 0;
  let tried = 1;
  for (let wait = waitBeforeTry(tried, since); wait !== null; wait = waitBeforeTry(tried, since)) {
    since += wait;
    tried += 1;
  }
  expect(tried).toBeGreaterThan(5);
  expect(since).toBeLessThanOrEqual(STORAGE_RETRY_MS);
  expect(since).toBeGreaterThan(STORAGE_RETRY_MS / 2);
  expect(STORAGE_RETRY_MS).toBe(2 * 60 * 1_000);
});
