import { expect, test } from "vitest";
import { decisionAddress, listOf, moneyAddress, moneyLists, stateOf } from "./money-address.ts";

test("[S10.9] the list of an address is the one that its links write, and what waits for a decision by default", () => {
  for (const list of moneyLists) expect(listOf(new URL(moneyAddress(list, { search: "a b" }), "http://shop").searchParams)).toBe(list);
  expect(listOf(new URLSearchParams("show=other"))).toBe("open");
  expect([stateOf("open"), stateOf("all")]).toEqual(["open", null]);
  expect(moneyAddress("all", { search: "412345678901", after: "x.1" })).toBe("/admin/money?show=all&search=412345678901&after=x.1");
  expect(decisionAddress("a/b", "match", "all")).toBe("/admin/money/a%2Fb/match?show=all");
});
