import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { indianClock } from "#shop/settings/shop-clock.ts";
import { shopClockOf } from "#shop/settings/shop-clock-of.server.ts";
import { agoText, dateText, nearTimeText, shortTimeText, timeText } from "./time-text.ts";

const now = new Date("2026-11-21T12:00:00Z");
const [english, hindi] = [textsIn("en", "parts"), textsIn("hi", "parts")];

test.each([
  [0, "just now"],
  [59_000, "just now"],
  [60_000, "1 min ago"],
  [3_599_000, "59 min ago"],
  [3_600_000, "1 h ago"],
  [47 * 3_600_000, "47 h ago"],
  [48 * 3_600_000, "2 days ago"],
  [-5_000, "just now"],
])("[S2.28] what happened %d ms ago reads %s", (age, text) => {
  expect(agoText(new Date(now.getTime() - age), now, english)).toBe(text);
});

test("a time reads in India's time, whatever the machine's", () => {
  const at = (iso: string) => timeText(new Date(iso), indianClock, english);
  expect(at("2026-11-21T12:35:59Z")).toBe("21 Nov 2026, 6:05 pm IST");
  expect(at("2026-12-31T18:30:00Z")).toBe("1 Jan 2027, 12:00 am IST");
  expect(at("2026-11-21T06:30:00Z")).toBe("21 Nov 2026, 12:00 pm IST");
  expect(shortTimeText(new Date("2026-11-21T12:35:59Z"), indianClock, english)).toBe("21 Nov, 6:05 pm");
  expect(dateText(new Date("2026-02-28T18:29:59Z"), indianClock, english)).toBe("28 Feb 2026");
});

test("a time reads in the owner's zone, with the zone's short name in summer and in winter", () => {
  const at = (iso: string, timeZone: string) => timeText(new Date(iso), shopClockOf(timeZone, now), english);
  expect(at("2026-10-25T00:59:00Z", "Europe/London")).toBe("25 Oct 2026, 1:59 am BST");
  expect(at("2026-10-25T01:00:00Z", "Europe/London")).toBe("25 Oct 2026, 1:00 am GMT");
  expect(at("2026-07-01T03:30:00Z", "America/New_York")).toBe("30 Jun 2026, 11:30 pm EDT");
  expect(at("2026-07-01T03:30:00Z", "Asia/Kathmandu")).toBe("1 Jul 2026, 9:15 am GMT+5:45");
  expect(at("2026-07-01T03:30:00Z", "UTC")).toBe("1 Jul 2026, 3:30 am UTC");
});

test("[S11.1] a time reads in the language of its page, with the same digits", () => {
  expect(timeText(new Date("2026-11-21T12:35:59Z"), indianClock, hindi)).toBe("21 नवंबर 2026, 6:05 pm IST");
  expect(dateText(new Date("2026-12-21T12:35:59Z"), indianClock, hindi)).toBe("21 दिसंबर 2026");
  expect(agoText(new Date("2026-11-21T10:00:00Z"), now, hindi)).toBe("2 घंटे पहले");
});

test("a time of yesterday, today or tomorrow says so, by the days of the shop's time zone", () => {
  const near = (iso: string) => nearTimeText(new Date(iso), new Date("2026-11-21T18:29:00Z"), indianClock, english);
  expect(near("2026-11-21T12:35:59Z")).toBe("today, 6:05 pm");
  expect(near("2026-11-20T18:30:00Z")).toBe("today, 12:00 am");
  expect(near("2026-11-20T18:29:59Z")).toBe("yesterday, 11:59 pm");
  expect(near("2026-11-21T18:30:00Z")).toBe("tomorrow, 12:00 am");
  expect(near("2026-11-22T18:30:00Z")).toBeNull();
  expect(near("2026-11-19T18:29:59Z")).toBeNull();
  const inLondon = shopClockOf("Europe/London", now);
  expect(nearTimeText(new Date("2026-11-21T18:30:00Z"), new Date("2026-11-21T18:29:00Z"), inLondon, english)).toBe("today, 6:30 pm");
  expect(nearTimeText(new Date("2026-11-21T12:35:59Z"), now, indianClock, hindi)).toBe("आज, 6:05 pm");
});

test.each(["en", "hi"] as const)("[S11.1] in %s every month has a name of its own", (language) => {
  const months = Array.from({ length: 12 }, (_, month) =>
    dateText(new Date(Date.UTC(2026, month, 15)), indianClock, textsIn(language, "parts")),
  );
  expect(new Set(months).size).toBe(12);
});
