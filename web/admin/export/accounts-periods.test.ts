import { expect, test } from "vitest";
import { indianClock } from "#shop/settings/shop-clock.ts";
import { accountsMonths, accountsYears } from "./accounts-periods.ts";

test("[S12.8] the accounts are offered for this month and the three before, across the turn of a year, in the shop's time zone", () => {
  expect(accountsMonths(new Date("2026-02-28T18:29:59Z"), indianClock)).toEqual([
    { year: 2026, month: 2, from: "2026-02-01", to: "2026-02-28" },
    { year: 2026, month: 1, from: "2026-01-01", to: "2026-01-31" },
    { year: 2025, month: 12, from: "2025-12-01", to: "2025-12-31" },
    { year: 2025, month: 11, from: "2025-11-01", to: "2025-11-30" },
  ]);
  expect(accountsMonths(new Date("2028-02-29T18:30:00Z"), indianClock)[1]).toMatchObject({ month: 2, to: "2028-02-29" });
});

test("[S12.8] a financial year begins on 1 April", () => {
  expect(accountsYears(new Date("2026-03-31T18:29:59Z"), indianClock).map(({ name }) => name)).toEqual(["2025-26", "2024-25"]);
  expect(accountsYears(new Date("2026-03-31T18:30:00Z"), indianClock)[0]).toEqual({
    name: "2026-27",
    from: "2026-04-01",
    to: "2027-03-31",
  });
  expect(accountsYears(new Date("2099-06-01T00:00:00Z"), indianClock)[0]?.name).toBe("2099-00");
});
