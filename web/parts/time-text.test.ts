import { expect, test } from "vitest";
import { ageText, agoText, dateText, shortTimeText, timeText } from "./time-text.ts";

test("a time reads in India's time, whatever the machine's", () => {
  expect(timeText(new Date("2026-11-21T12:35:59Z"))).toBe("21 Nov 2026, 6:05 pm IST");
  expect(timeText(new Date("2026-12-31T18:30:00Z"))).toBe("1 Jan 2027, 12:00 am IST");
  expect(timeText(new Date("2026-11-21T06:30:00Z"))).toBe("21 Nov 2026, 12:00 pm IST");
  expect(shortTimeText(new Date("2026-11-21T12:35:59Z"))).toBe("21 Nov, 6:05 pm");
  expect(dateText(new Date("2026-02-28T18:29:59Z"))).toBe("28 Feb 2026");
});

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

test("[S2.28] an age is told with ago, a fresh one without", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(agoText(new Date("2026-11-21T10:00:00Z"), now)).toBe("2 h ago");
  expect(agoText(now, now)).toBe("just now");
});
