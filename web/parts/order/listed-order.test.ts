import { expect, test } from "vitest";
import { orderStatuses } from "#shop/orders/order.ts";
import { aWholeOrder } from "#tests/support/shop/shown-orders.ts";
import { listedOrder } from "./listed-order.ts";

test.each(orderStatuses)(
  "[S2.20] [S12.1] a list of own orders has what is shown of an order that is %s, not what only its page shows",
  (status) => {
    const instructions = { text: "How to use it", sheets: [] } as unknown as NonNullable<ReturnType<typeof aWholeOrder>["instructions"]>;
    const order = aWholeOrder(status, { instructions, privatePath: "/order-status/REQ-1/key/SECRET" });
    const listed = listedOrder(order);
    expect(listed).toMatchObject({ id: order.id, requestCode: order.requestCode, status, productName: order.productName });
    expect(JSON.stringify(listed)).not.toMatch(/How to use it|SECRET/);
  },
);
