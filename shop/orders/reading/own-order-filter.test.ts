import { expect, test } from "vitest";
import { ownOrderFilters, readOwnOrderFilter, statusOf } from "./own-order-filter.ts";

test("[S2.20] the filters stand in the order in which they are shown", () => {
  expect(ownOrderFilters).toEqual(["all", "pending", "approved", "cancelled", "rejected"]);
});

test("[S2.20] an address without a filter, or with an unknown one, shows everything", () => {
  expect([null, "", "PENDING", "toString", "all"].map(readOwnOrderFilter)).toEqual(["all", "all", "all", "all", "all"]);
  expect(readOwnOrderFilter("rejected")).toBe("rejected");
});

test("[S2.20] every filter but all asks for one status", () => {
  expect(ownOrderFilters.map(statusOf)).toEqual([null, "pending", "approved", "cancelled", "rejected"]);
});
