import { expect, test } from "vitest";
import { retryDelay } from "./follow-events.ts";

test("[S4.7] a lost connection is tried again with growing patience", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});
