import { expect, test } from "vitest";
import { anAdminOrder } from "#tests/support/shop/shown-orders.ts";
import { linesOf, reservedText, rowsFor, takenOut } from "./approval-ids.ts";

const order = anAdminOrder("pending", {
  reservedIds: [
    { unitId: "7", value: "alpha" },
    { unitId: "8", value: "beta" },
  ],
});

test("[S2.30] the counter counts lines that hold something", () => {
  expect(linesOf("alpha\r\n  \n beta \n\n")).toEqual(["alpha", "beta"]);
  expect(linesOf("")).toEqual([]);
});

test("[S2.30] the field has a row for each ID, three at least", () => {
  expect([1, 3, 4, 250].map(rowsFor)).toEqual([3, 3, 4, 250]);
});

test("[S2.30] Manage opens with the reserved IDs, one per line", () => {
  expect(reservedText(order)).toBe("alpha\nbeta");
});

test("[S4.4] a reserved ID that was taken out of the field is named, one that only moved is not", () => {
  expect(takenOut(order, "beta\n alpha ")).toEqual([]);
  expect(takenOut(order, "gamma\nbeta")).toEqual([{ unitId: "7", value: "alpha" }]);
  expect(takenOut(order, "")).toEqual(order.reservedIds);
});
