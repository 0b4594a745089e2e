import { expect, test } from "vitest";
import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";
import { inventoryPath, readInventoryAddress } from "./inventory-address.ts";

test("[S2.33] an address of the inventory and its place are the same, and what is spoilt begins anew", () => {
  for (const place of [
    { search: "", page: 1 },
    { search: "a & b", page: 3 },
  ]) {
    expect(readInventoryAddress(new URL(inventoryPath(place), "http://localhost").searchParams)).toEqual(place);
  }
  for (const page of ["0", "-1", "x", "1e9", "99999999"]) {
    const params = new URLSearchParams({ search: ` ${"y".repeat(SEARCH_MAX_LENGTH + 1)}`, page });
    expect(readInventoryAddress(params)).toEqual({ search: "y".repeat(SEARCH_MAX_LENGTH), page: 1 });
  }
});
