import { expect, test } from "vitest";
import { readDay } from "./listed-days.ts";

test("a day is read as a date field writes it, and only when the calendar has it", () => {
  expect(["2026-11-21", "2024-02-29", "9999-12-31"].map(readDay)).toEqual(["2026-11-21", "2024-02-29", "9999-12-31"]);
  for (const none of [null, "", "2026-02-29", "2026-13-01", "0000-01-01", "21.11.2026", "2026-11-21T00:00", "today", "'"])
    expect(readDay(none)).toBeNull();
});
