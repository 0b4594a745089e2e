import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { changesBetween } from "./order-history-changes.ts";

const texts = textsIn("en", "account");
const pending = { requestCode: "REQ-1", status: "pending" } as const;
const approved = { requestCode: "REQ-1", status: "approved" } as const;
const other = { requestCode: "REQ-2", status: "pending" } as const;

test("[S2.37] an order that was approved while the list was open is said in words", () => {
  expect(changesBetween([pending, other], [approved, other], "all", texts)).toEqual(["Order REQ-1 is approved now."]);
});

test("[S2.37] an order that left the pending ones is said, where the list shows those alone", () => {
  expect(changesBetween([pending, other], [other], "pending", texts)).toEqual([texts("orderPendingNoMore", { code: "REQ-1" })]);
  expect(changesBetween([pending, other], [other], "all", texts)).toEqual([]);
});

test("[S2.37] what is as it was, and a new pending order, is not said", () => {
  expect(changesBetween([approved], [other, approved], "all", texts)).toEqual([]);
});
