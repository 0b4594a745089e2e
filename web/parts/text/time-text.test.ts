import { expect, test } from "vitest";
import { ageText, agoText } from "./time-text.ts";

test.each([
  [59_000, "just now"],
  [60_000, "1 min"],
  [3_599_000, "59 min"],
  [3_600_000, "1 h"],
  [47 * 3_600_000, "47 h"],
  [48 * 3_600_000, "2 days"],
  [-5_000, "just now"],
])("an order of %d ms reads %s", (age, text) => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(ageText(new Date(now.getTime() - age), now)).toBe(text);
});

test("[S2.28] an age is shown with ago, a fresh one without", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(agoText(new Date("2026-11-21T10:00:00Z"), now)).toBe("2 h ago");
  expect(agoText(now, now)).toBe("just now");
});
