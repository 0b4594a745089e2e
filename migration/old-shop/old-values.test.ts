import { expect, test } from "vitest";
import { readAmount, readTime } from "./old-values.ts";

test.for([
  ["₹ 1,23,456.50", 12_345_650],
  ["1,234,567", 123_456_700],
  ["Rs. 99/-", 9_900],
  ["99 INR", 9_900],
  ["$5", 500],
  [" 149.5 ", 14_950],
  ["1e5", 10_000_000],
  [0, 0],
] as const)("%s is read as an amount", ([written, paise]) => {
  expect(readAmount(written)).toEqual({ paise, isRounded: false });
});

test.for(["12,50", "1.234,50", "1,2,3", "1234,567", "99,", "", "free", "0x10", "-1", 1e308, Number.NaN, true, null, [99]])(
  "%s is no readable amount",
  (written) => {
    expect(readAmount(written)).toBeNull();
  },
);

test.for([
  [1_756_695_600_000, "2025-09-01T03:00:00.000Z"],
  [1_756_695_600, "2025-09-01T03:00:00.000Z"],
  [" 1756695600000 ", "2025-09-01T03:00:00.000Z"],
  ["2025-09-01T08:30:00+05:30", "2025-09-01T03:00:00.000Z"],
  ["2025-09-01 08:30:00 +0530", "2025-09-01T03:00:00.000Z"],
  ["Mon Sep 01 2025 08:30:00 GMT+0530 (India Standard Time)", "2025-09-01T03:00:00.000Z"],
  ["Mon, 01 Sep 2025 03:00:00 GMT", "2025-09-01T03:00:00.000Z"],
  ["2025-09-01", "2025-09-01T00:00:00.000Z"],
  // Without a time zone: the same on every machine.
  ["2025-09-01T03:00:00", "2025-09-01T03:00:00.000Z"],
  ["2025-09-01 03:00", "2025-09-01T03:00:00.000Z"],
  ["1 Sep 2025 03:00", "2025-09-01T03:00:00.000Z"],
  ["1-Sep-2025", "2025-09-01T00:00:00.000Z"],
] as const)("%s is read as a time", ([written, time]) => {
  const zone = process.env.TZ;
  process.env.TZ = "Asia/Kolkata";
  try {
    expect(readTime(written)?.toISOString()).toBe(time);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test.for([
  "12",
  "2025",
  "Gold 1",
  "01/09/2025",
  "1/9/2025, 10:30:00 am",
  "2025-13-45",
  "",
  0,
  -1,
  1e308,
  1_756_695_600_123_456,
  true,
  null,
  {},
])("%s is no readable time", (written) => {
  expect(readTime(written)).toBeNull();
});
