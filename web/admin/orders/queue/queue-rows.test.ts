import { expect, test } from "vitest";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { noQueueFilters } from "#shop/orders/reading/queue-filter.ts";
import { matchingAddress, queueAddress, queueRows, readQueueAddress, rowAfter, toggled } from "./queue-rows.ts";

const wholeQueue = { ...noQueueFilters, search: "", after: null, managed: [], order: null };
const order = (id: string, minute: number, status: AdminOrder["status"] = "pending") =>
  ({
    id,
    requestCode: `REQ-${id}`,
    status,
    paidAt: null,
    hasPaymentToReview: false,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
  }) as AdminOrder;

test("[S2.28] the queue is oldest first, an open row that left the list stays where it was", () => {
  const [a, b, c] = [order("A", 1), order("B", 2), order("C", 3)];
  const cancelled = order("B", 2, "cancelled");
  expect(queueRows([a, b, c], [])).toEqual([a, b, c]);
  expect(queueRows([a, c], [cancelled])).toEqual([a, cancelled, c]);
});

test("[S10.6] [S10.8] paid orders, and those whose payment is to be reviewed, are on top of the queue", () => {
  const [a, b, c] = [order("A", 1), { ...order("B", 2), paidAt: new Date() }, { ...order("C", 3), hasPaymentToReview: true }];
  expect(queueRows([a, c], [b]).map(({ id }) => id)).toEqual(["B", "C", "A"]);
});

test("[S2.28] an open row that is still listed appears once, as in the list", () => {
  const a = order("A", 1);
  expect(queueRows([a], [order("A", 1, "approved")])).toEqual([a]);
});

test("[S2.28] two orders of the same moment keep one order", () => {
  expect(queueRows([order("B", 1)], [order("A", 1)]).map(({ id }) => id)).toEqual(["A", "B"]);
});

test("[S2.30] the address contains the search and the open rows, and parses back to the same", () => {
  const filters = { filter: "review", productId: "gold & co", method: "upi" } as const;
  const address = { search: "Gold & <co>", ...filters, after: "abc", managed: ["REQ-A", "REQ-B"], order: "REQ-C" };
  expect(readQueueAddress(new URL(queueAddress(address), "http://shop").searchParams)).toEqual(address);
  expect(queueAddress(wholeQueue)).toBe("/admin/orders");
  expect(readQueueAddress(new URLSearchParams("filter=none&method=none&product="), "REQ-C")).toEqual({ ...wholeQueue, managed: ["REQ-C"] });
});

test("[S12.6] the orders that all match are asked for with search and filters, without the page and the open rows", () => {
  const address = readQueueAddress(new URLSearchParams("search=Gold&filter=late&product=p1&method=amazon&after=abc&manage=REQ-A"));
  expect(matchingAddress(address)).toBe("/admin/orders/matching?search=Gold&filter=late&product=p1&method=amazon");
});

test("[S2.30] Manage opens a row and closes it again, and leaves the others alone", () => {
  const address = readQueueAddress(new URLSearchParams("manage=REQ-A"));
  const both = toggled(address, "REQ-B");
  expect(both.managed).toEqual(["REQ-A", "REQ-B"]);
  expect(toggled(both, "REQ-A").managed).toEqual(["REQ-B"]);
});

test("[S2.28] an address with a thousand open rows opens only the last of them", () => {
  const params = new URLSearchParams(Array.from({ length: 1000 }, (_, n) => ["manage", `REQ-${n}`]));
  const { managed } = readQueueAddress(params);
  expect(managed).toHaveLength(20);
  expect(managed.at(-1)).toBe("REQ-999");
});

test("[S2.30] after an order is handled the next one is at hand", () => {
  const [a, b] = [order("A", 1), order("B", 2)];
  expect(rowAfter([a, b], "REQ-A")).toBe(b);
  expect(rowAfter([a, b], "REQ-B")).toBe(a);
  expect(rowAfter([a], "REQ-A")).toBeUndefined();
  expect(rowAfter([a, b], "REQ-NEVER")).toBe(a);
});

test("[S2.28] of several that leave at once the next one that stays is at hand", () => {
  const [a, b, c, d] = [order("A", 1), order("B", 2), order("C", 3), order("D", 4)];
  const stays =
    (...present: (typeof a)[]) =>
    (one: typeof a) =>
      present.includes(one);
  expect(rowAfter([a, b, c, d], "REQ-B", stays(a, d))).toBe(d);
  expect(rowAfter([a, b, c, d], "REQ-C", stays(a, b))).toBe(b);
  expect(rowAfter([a, b], "REQ-B", stays())).toBeUndefined();
});
