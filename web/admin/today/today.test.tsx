import { expect, test } from "vitest";
import { noSales } from "#shop/orders/sales/sales.ts";
import { firstSteps } from "#shop/orders/today/first-hour.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import Today from "./today.tsx";

const page = (done: object | null, its: object = {}) => {
  const loaderData = { sums: { today: noSales, month: noSales }, freeCost: null, runningOut: [], done, currency: "₹", ...its };
  return written(<Today {...({ loaderData } as unknown as Parameters<typeof Today>[0])} />);
};
const headings = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, words]) => words);

test("[S12.2] the steps of a new shop stand under their own heading, and without them it says that nothing needs the owner", () => {
  const done = Object.fromEntries(firstSteps.map((step) => [step, false]));
  expect(headings(page(done))).toEqual(["Set up your shop", "Money"]);
  expect(headings(page(null))[0]).toBe("Needs you");
});

test("[S17.7] Today says what runs out and in how many days, and what the stock cost where that is known", () => {
  const gold = { id: "a/b", name: "Gold", language: "en", available: 4, days: 1 };
  const html = page(null, { freeCost: { known: 30, paise: 1_234_550 }, runningOut: [gold, { ...gold, id: "c", available: 1, days: 0 }] });
  expect(headings(html)).toEqual(["Needs you", "Money", "Running out"]);
  const words = wordsOf(html).replaceAll("|", "");
  for (const text of ["₹12,345.50", "30 free IDs whose cost is known", "4 IDs left, for about 1 day", "1 ID left, for less than a day"])
    expect(words).toContain(text);
  expect(html).toContain('href="/admin/add-ids?product=a%2Fb"');
  expect(page(null, { freeCost: { known: 0, paise: 0 } })).not.toContain("Cost of your stock");
});
