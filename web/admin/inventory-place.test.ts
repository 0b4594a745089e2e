import { expect, test } from "vitest";
import { inventoryPath, readInventoryPlace } from "./inventory-place.ts";

test("[S2.33] an address of the inventory and its place are the same, and what is spoilt begins anew", () => {
  for (const place of [
    { search: "", page: 1 },
    { search: "a & b", page: 3 },
  ]) {
    expect(readInventoryPlace(new URL(inventoryPath(place), "http://localhost").searchParams)).toEqual(place);
  }
  for (const page of ["0", "-1", "x", "1e9", "99999999"]) {
    expect(readInventoryPlace(new URLSearchParams({ search: ` ${"y".repeat(200)}`, page }))).toEqual({ search: "y".repeat(100), page: 1 });
  }
});
