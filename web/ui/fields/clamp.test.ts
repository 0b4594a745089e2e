import { expect, test } from "vitest";
import { clamp } from "./clamp.ts";

test.each([
  [0, 1],
  [-3, 1],
  [1, 1],
  [2.9, 2],
  [5, 5],
  [6, 5],
  [1e9, 5],
  [Number.POSITIVE_INFINITY, 5],
  [Number.NaN, 1],
])("[S5.1] the quantity %d is clamped to 1..5 as %d", (typed, clamped) => {
  expect(clamp(typed, 1, 5)).toBe(clamped);
});

test("[S5.1] with nothing in stock the quantity stays 1", () => {
  expect(clamp(7, 1, 0)).toBe(1);
});
