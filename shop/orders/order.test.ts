import { expect, expectTypeOf, test } from "vitest";
import { type Erased, isErased, unlessErased } from "#shop/erased.ts";
import type { ProductId } from "#shop/stock/ids/product-id.ts";
import { anAdminOrder, aStrangersOrder, aWholeOrder } from "#tests/support/shop/shown-orders.ts";
import { approve } from "./decisions/approve/approval.ts";
import type { DeliveredId, Order, OrderStatus } from "./order.ts";
import type { AdminOrder, OrderView } from "./reading/order-view.ts";

// `npm run types` fails if a line marked here compiles.

/** Reads fields that belong to another status or to another reader. */
function readsWhatIsNotThere(order: Order, view: OrderView, admins: AdminOrder, id: ProductId): unknown[] {
  return [
    // @ts-expect-error the IDs of an order that nobody approved
    order.deliveredIds,
    // @ts-expect-error a reason without a rejection
    order.reason,
    // @ts-expect-error when it was handled, of one that may be pending
    order.processedAt,
    // @ts-expect-error a cancelled order was cancelled, not processed
    order.status === "cancelled" && order.processedAt,
    // @ts-expect-error a rejected order has no download link
    order.status === "rejected" && order.downloadLink,
    // @ts-expect-error IDs may have been erased
    order.status === "approved" && order.deliveredIds.length,
    // @ts-expect-error a stranger reads no IDs, whatever the status
    view.status === "approved" && view.deliveredIds,
    // @ts-expect-error a stranger does not see the reason
    view.status === "rejected" && view.reason,
    // @ts-expect-error a buyer gets no gift card code
    view.isWhole && !isErased(view.giftCard) && view.giftCard?.code,
    // @ts-expect-error only a pending order holds IDs
    admins.reservedIds,
    // @ts-expect-error the code may have been erased
    admins.giftCard?.code,
    // @ts-expect-error a delivered ID of a product may have been erased
    id.value.length,
  ];
}

/** Builds orders in impossible states, and approves one that is not pending. */
function makesWhatCannotBe(order: Order): unknown[] {
  const { status: _, ...placed } = aWholeOrder("pending");
  // @ts-expect-error an approved order has its IDs, and who approved it when
  const approved: Order = { ...placed, status: "approved" };
  // @ts-expect-error a rejected order has its reason
  const rejected: Order = { ...placed, status: "rejected", processedAt: new Date() };
  // @ts-expect-error only a pending order can be approved
  const approval = approve(order, { ids: [], confirmed: false });
  return [approved, rejected, approval];
}

test("[S4.1] each status has what belongs to it alone; anything else does not compile", () => {
  expectTypeOf<Order["status"]>().toEqualTypeOf<OrderStatus>();
  expectTypeOf<Extract<Order, { status: "approved" }>["deliveredIds"]>().toEqualTypeOf<DeliveredId[] | Erased>();
  expectTypeOf<Extract<Order, { status: "pending" }>["giftCard"]>().toEqualTypeOf<{ last4: string | null } | null>();
  expectTypeOf<Extract<AdminOrder, { reservedIds: unknown }>["status"]>().toEqualTypeOf<"pending">();
  const erased: ProductId = { unitId: 1, value: { erasedAt: new Date() }, state: "delivered", requestCode: "REQ-1" };
  const read = readsWhatIsNotThere(aWholeOrder("pending"), aStrangersOrder({ status: "approved" }), anAdminOrder("rejected"), erased);
  expect(read.filter(Boolean)).toEqual([]);
  expect(makesWhatCannotBe(aWholeOrder("pending"))).toHaveLength(3);
});

test("what was erased differs from what is there and from what never was", () => {
  const erased: Erased = { erasedAt: new Date() };
  expect([erased, { last4: null }, [], "ID-1", null, undefined].map(isErased)).toEqual([true, false, false, false, false, false]);
  expect([erased, { last4: null }, null].map(unlessErased)).toEqual([null, { last4: null }, null]);
});
