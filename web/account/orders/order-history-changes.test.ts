import { expect, test } from "vitest";
import { messages } from "#shop/messages.ts";
import { changesBetween } from "./order-history-changes.ts";

const pending = { requestCode: "REQ-1", status: "pending" } as const;
const approved = { requestCode: "REQ-1", status: "approved" } as const;
const other = { requestCode: "REQ-2", status: "pending" } as const;

test("[S2.37] an order that was approved while the list was open is said in words", () => {
  expect(changesBetween([pending, other], [approved, other], "all")).toEqual([messages.orderIsNow("REQ-1", "approved")]);
});

test("[S2.37] an order that left the pending ones is said, where the list shows those alone", () => {
  expect(changesBetween([pending, other], [other], "pending")).toEqual([messages.orderPendingNoMore("REQ-1")]);
  expect(changesBetween([pending, other], [other], "all")).toEqual([]);
});

test("[S2.37] what is as it was, and a new pending order, is not said", () => {
  expect(changesBetween([approved], [other, approved], "all")).toEqual([]);
});
