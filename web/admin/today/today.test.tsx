import { expect, test } from "vitest";
import { noSales } from "#shop/orders/sales/sales.ts";
import { firstSteps } from "#shop/orders/today/first-hour.ts";
import { written } from "#tests/support/web/render.tsx";
import Today from "./today.tsx";

const headings = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, words]) => words);

test("[S12.2] the steps of a new shop stand under their own heading, and without them it says that nothing needs the owner", () => {
  const page = (done: object | null) => {
    const loaderData = { sums: { today: noSales, month: noSales }, done, currency: "₹" };
    return written(<Today {...({ loaderData } as unknown as Parameters<typeof Today>[0])} />);
  };
  const done = Object.fromEntries(firstSteps.map((step) => [step, false]));
  expect(headings(page(done))).toEqual(["Set up your shop", "Money"]);
  expect(headings(page(null))[0]).toBe("Needs you");
});
