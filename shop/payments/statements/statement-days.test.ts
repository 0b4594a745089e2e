import fc from "fast-check";
import { expect, test } from "vitest";
import { indianDay, isMonthFirst, readDay } from "./statement-days.ts";

test("[S10.13] days are read as Indian banks and apps write them, day before month, with and without a time", () => {
  for (const text of [
    "26/11/26",
    "26/11/2026",
    "26-11-2026",
    "26.11.2026",
    "26 Nov 2026",
    "26-NOV-26",
    "26-November-2026",
    "26 Nov, 2026",
    "26/11/2026 14:03:22",
    "26-11-2026 2:03 PM",
    "2026-11-26",
    "2026-11-26T14:03:22",
    " 26/11/26 ",
    "26-11-26 21:44",
    "26NOV2026",
    "26nov26",
    "Nov 26, 2026",
    "November 26 2026",
    "Thu 26 Nov 2026",
    "Thursday, 26 November 2026",
    "2026/11/26",
    "26th Nov 2026",
    "Nov 26th, 2026",
    "20261126",
    "26112026",
    "09:15 26/11/2026",
    "9:15:07 PM, 26-11-2026",
    "26/11/2026 (Thu)",
    "26/11/2026 Thursday",
    "26 Nov '26",
    "26 Nov’26",
    "26 नवंबर 2026",
    "26 नवम्बर 2026",
    "२६ नव॰ २०२६".replace("॰", ""),
    "२६/११/२६",
    "२६-११-२०२६",
    "২৬/১১/২০২৬",
    "46352",
    "46352.75",
  ])
    expect(readDay(text), text).toBe("2026-11-26");
  expect(readDay("01/02/2026")).toBe("2026-02-01");
});

test("[S10.13] what is no day is not read as one", () => {
  for (const text of [
    "",
    "31/02/2026",
    "26/13/2026",
    "0/1/2026",
    "26/11/1999",
    "26 Foo 2026",
    "26/11",
    "=TODAY()",
    "Total",
    "26/11/26 x",
    "463521",
    "12345",
    "Nov 2026",
    "Thursday",
    "26/11/26/27",
    "1".repeat(50_000),
    `26/11/26 1:00${"x".repeat(50_000)}`,
  ])
    expect(readDay(text), text.slice(0, 40)).toBe(null);
});

test("[S10.13] days are month first only where day first cannot be", () => {
  const today = "2026-11-27";
  expect(isMonthFirst(["11/12/2026", "11/26/2026"], today)).toBe(true);
  expect(isMonthFirst(["11/12/2026"], today), "12 November, since 11 December is still to come").toBe(true);
  expect(isMonthFirst(["11/10/2026", "12/10/2026"], today), "both ways are possible").toBe(false);
  expect(isMonthFirst(["11/26/2026", "26/11/2026"], today), "neither way fits all").toBe(false);
  expect(isMonthFirst(["11/12/2026", "11/26/2026", "31/31/2026"], today), "a day that does not exist says nothing").toBe(true);
  expect(isMonthFirst(["05/11/2026", "06/11/2026", "05/12/2026"], today), "one row booked ahead").toBe(false);
  expect(isMonthFirst(["11/05/2026", "11/06/2026", "11/12/2026"], today), "in order month first").toBe(true);
  expect(isMonthFirst(["26 Nov 2026", "Total", ""], today)).toBe(false);
  expect(readDay("11/12/2026", true)).toBe("2026-11-12");
});

test("[S10.13] a day in India begins five and a half hours before that of London", () => {
  expect([indianDay(new Date("2026-11-26T18:29:59Z")), indianDay(new Date("2026-11-26T18:30:00Z"))]).toEqual(["2026-11-26", "2026-11-27"]);
});

test("[S10.13] however a day is written, the same day is read", () => {
  const names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const hindi = ["जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर", "अक्टूबर", "नवंबर", "दिसंबर"];
  const two = (n: number) => String(n).padStart(2, "0");
  const ways: ((day: Date) => string)[] = [
    (at) => `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`,
    (at) => `${at.getUTCDate()}-${at.getUTCMonth() + 1}-${two(at.getUTCFullYear() % 100)}`,
    (at) => `${at.getUTCDate()} ${names[at.getUTCMonth()]} ${at.getUTCFullYear()} 09:15`,
    (at) => `${two(at.getUTCDate())}${names[at.getUTCMonth()]?.toUpperCase()}${at.getUTCFullYear()}`,
    (at) => `${names[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`,
    (at) => at.toISOString().slice(0, 10).replaceAll("-", "/"),
    (at) => at.toISOString().slice(0, 10).replaceAll("-", ""),
    (at) => `${two(at.getUTCDate())}${two(at.getUTCMonth() + 1)}${at.getUTCFullYear()}`,
    (at) => `${at.getUTCDate()} ${hindi[at.getUTCMonth()]} ${at.getUTCFullYear()}`,
    (at) => `${at.getUTCDate()}th ${names[at.getUTCMonth()]} '${two(at.getUTCFullYear() % 100)}`,
    (at) => String(Math.floor((at.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000)),
  ];
  const day = fc.date({ min: new Date("2010-01-01T00:00:00Z"), max: new Date("2060-12-31T00:00:00Z"), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.constantFrom(...ways), (at, write) => {
      expect(readDay(write(at)), write(at)).toBe(at.toISOString().slice(0, 10));
    }),
  );
});
