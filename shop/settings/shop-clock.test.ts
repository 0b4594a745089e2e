import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarOf, indianClock, yearOf } from "./shop-clock.ts";
import { shopClockOf } from "./shop-clock-of.server.ts";

const now = new Date("2026-11-21T12:00:00Z");

test("a new shop's clock is India's", () => {
  expect(shopClockOf("Asia/Kolkata", now)).toEqual(indianClock);
});

test("[S2.5] the year is the one that the shop's clock shows", () => {
  const newYear = new Date("2026-12-31T18:30:00Z");
  expect(yearOf(newYear, indianClock)).toBe(2027);
  expect(yearOf(newYear, shopClockOf("Europe/London", now))).toBe(2026);
});

test("a clock shows the same as the runtime's own calendar, in any zone and at any minute of its years", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const minute = fc.integer({ min: Date.UTC(2021, 0) / 60_000, max: Date.UTC(2028, 0) / 60_000 - 1 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), minute, (timeZone, minutes) => {
      const at = new Date(minutes * 60_000);
      const format = new Intl.DateTimeFormat("en-GB", {
        timeZone,
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "2-digit",
        hour12: true,
      });
      const { hour, dayPeriod, ...parts } = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
      const shown = calendarOf(at, shopClockOf(timeZone, now));
      expect(shown, `${timeZone} ${at.toISOString()}`).toMatchObject({
        year: Number(parts.year),
        month: Number(parts.month),
        day: Number(parts.day),
        hour: Number(hour) || 12,
        minute: parts.minute,
        half: dayPeriod,
      });
    }),
    { numRuns: 40 },
  );
});
