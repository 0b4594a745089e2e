import { expect, test } from "vitest";
import { deadShare, SupplierForm } from "./supplier.ts";

test("[S15.10] of fewer than 20 delivered IDs there is no share of dead ones", () => {
  expect(deadShare({ dead: 3, delivered: 19 })).toBeNull();
  expect(deadShare({ dead: 3, delivered: 20 })).toBe(0.15);
  expect(deadShare({ dead: 0, delivered: 0 })).toBeNull();
});

test("[S15.10] the name of a supplier is trimmed and not empty", () => {
  expect(SupplierForm.parse({ name: "  Ravi " })).toEqual({ name: "Ravi" });
  for (const name of ["", "  ", "x".repeat(101)]) expect(SupplierForm.safeParse({ name }).success).toBe(false);
});
