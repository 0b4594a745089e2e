import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

test("the remaining time is shown in words, once it can be estimated", () => {
  expect(timeLeft({ done: 0, of: 100, tookMs: 5_000 })).toBe("");
  expect(timeLeft({ done: 10, of: 100, tookMs: 1_000 })).toBe("");
  expect(timeLeft({ done: 50, of: 100, tookMs: 10_000 })).toBe("less than a minute left");
  expect(timeLeft({ done: 10, of: 100, tookMs: 7_000 })).toBe("about 1 minute left");
  expect(timeLeft({ done: 10, of: 100, tookMs: 60_000 })).toBe("about 9 minutes left");
  expect(timeLeft({ done: 100, of: 100, tookMs: 60_000 })).toBe("");
});
