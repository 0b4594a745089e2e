import { expect, test } from "vitest";
import { inventorySortOf, stockFilterOf } from "./inventory-filter.ts";

test("[S2.33] an address names a filter and an order, or all products, the newest first", () => {
  expect([stockFilterOf("low"), stockFilterOf("out"), stockFilterOf("all"), stockFilterOf(null)]).toEqual(["low", "out", null, null]);
  expect([inventorySortOf("name"), inventorySortOf("stock"), inventorySortOf("price"), inventorySortOf(null)]).toEqual([
    "name",
    "stock",
    "newest",
    "newest",
  ]);
});
