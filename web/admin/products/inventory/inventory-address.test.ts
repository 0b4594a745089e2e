import { expect, test } from "vitest";
import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";
import { inventoryPath, readInventoryAddress } from "./inventory-address.ts";

test("[S2.33] the inventory's address parses back to the same search and page, and an invalid one starts at the first page", () => {
  for (const address of [
    { search: "", stock: null, sort: "newest", page: 1 },
    { search: "a & b", stock: "low", sort: "name", page: 3 },
  ] as const) {
    expect(readInventoryAddress(new URL(inventoryPath(address), "http://localhost").searchParams)).toEqual(address);
  }
  for (const page of ["0", "-1", "x", "1e9", "99999999"]) {
    const params = new URLSearchParams({ search: ` ${"y".repeat(SEARCH_MAX_LENGTH + 1)}`, page });
    expect(readInventoryAddress(params)).toEqual({ search: "y".repeat(SEARCH_MAX_LENGTH), stock: null, sort: "newest", page: 1 });
  }
});
