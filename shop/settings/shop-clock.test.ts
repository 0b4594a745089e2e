import fc from "fast-check";
import { expect, test } from "vitest";
import { dateText, indianClock, shortTimeText, timeText, yearOf } from "./shop-clock.ts";
import { shopClockOf } from "./shop-clock-of.server.ts";

const now = new Date("2026-11-21T12:00:00Z");

test("a time reads in India's time, whatever the machine's", () => {
  expect(shopClockOf("Asia/Kolkata", now)).toEqual(indianClock);
  expect(timeText(new Date("2026-11-21T12:35:59Z"), indianClock)).toBe("21 Nov 2026, 6:05 pm IST");
  expect(timeText(new Date("2026-12-31T18:30:00Z"), indianClock)).toBe("1 Jan 2027, 12:00 am IST");
  expect(timeText(new Date("2026-11-21T06:30:00Z"), indianClock)).toBe("21 Nov 2026, 12:00 pm IST");
  expect(shortTimeText(new Date("2026-11-21T12:35:59Z"), indianClock)).toBe("21 Nov, 6:05 pm");
  expect(dateText(new Date("2026-02-28T18:29:59Z"), indianClock)).toBe("28 Feb 2026");
});

test("a time reads in the owner's zone, with the zone's short name in summer and in winter", () => {
  const london = shopClockOf("Europe/London", now);
  expect(timeText(new Date("2026-10-25T00:59:00Z"), london)).toBe("25 Oct 2026, 1:59 am BST");
  expect(timeText(new Date("2026-10-25T01:00:00Z"), london)).toBe("25 Oct 2026, 1:00 am GMT");
  const newYork = shopClockOf("America/New_York", now);
  expect(timeText(new Date("2026-07-01T03:30:00Z"), newYork)).toBe("30 Jun 2026, 11:30 pm EDT");
  expect(timeText(new Date("2026-07-01T03:30:00Z"), shopClockOf("Asia/Kathmandu", now))).toBe("1 Jul 2026, 9:15 am GMT+5:45");
  expect(timeText(new Date("2026-07-01T03:30:00Z"), shopClockOf("UTC", now))).toBe("1 Jul 2026, 3:30 am UTC");
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
        day: "numeric",
        month: "short",
        hour: "numeric",
        minute: "2-digit",
        hour12: true,
      });
      const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
      const hour = parts.hour === "0" ? "12" : parts.hour;
      const shown = `${parts.day} ${parts.month?.slice(0, 3)}, ${hour}:${parts.minute} ${parts.dayPeriod}`;
      expect(shortTimeText(at, shopClockOf(timeZone, now)), `${timeZone} ${at.toISOString()}`).toBe(shown);
    }),
    { numRuns: 40 },
  );
});
