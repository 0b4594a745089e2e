import { afterAll, beforeAll, expect, test } from "vitest";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { payAgain } from "#shop/orders/paying/pay-again.server.ts";
import { readPaying } from "#shop/orders/paying/read-paying.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { askForPayment } from "#shop/orders/upi/ask-for-payment.server.ts";
import { openApi } from "#tests/support/api/api.ts";
import { ORIGIN, openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";

let here: PayingShop;
beforeAll(async () => {
  here = await openPayingShop("razorpay", 400);
});
afterAll(() => here.close());

const methods = ["request", "upi", "razorpay", "stripe"] as const;

test("[S10.1] an order of nothing is an order to approve, whichever method was chosen, and asks for no money", async () => {
  const product = await aProduct(here.shop, { price: 0, ids: methods.map((method) => `free-${method}`) });
  for (const paymentMethod of methods) {
    const placed = await placeOrder(here.services, aGuest(), anOrderForm({ productId: product.id, paymentMethod }));
    expect(placed, paymentMethod).toMatchObject({ ok: true, value: { paymentMethod: "request", totalPaise: 0 } });
    if (!placed.ok) continue;
    const { requestCode, id, accessKey } = placed.value;
    const buyer = aGuest({ accessKey });
    const shown = await findOrder(here.services, buyer, requestCode);
    expect(shown).toMatchObject({ status: "pending", upi: null });
    expect(shown && (await readPaying(here.services, shown))).toBeNull();
    expect(await here.attemptsOf({ id })).toEqual([]);
    expect(await askForPayment(here.services, here.admin, requestCode)).toMatchObject({ ok: false, code: "noPaymentToAskFor" });
    expect(await payAgain(here.services, buyer, requestCode, ORIGIN, { paymentMethod: "razorpay" })).toMatchObject({ ok: false });

    const ids = await reservedValuesOf(here.services, requestCode);
    expect(
      await approveOrder(here.services, here.admin, requestCode, { ids, faulty: [], downloadLink: null, confirmed: false }),
    ).toMatchObject({ ok: true });
    expect(await here.statusOf({ id })).toBe("approved");
  }
  expect(await faultsOf(here.shop)).toEqual([]);
});

test("[S10.1] the API places an order of nothing by a provider without opening a page", async () => {
  const product = await aProduct(here.shop, { price: 0 });
  const call = openApi(here.services);
  const body = JSON.stringify({ productId: product.id, quantity: 1, paymentMethod: "razorpay" });
  const answer = await call("/api/orders", { method: "POST", headers: { "content-type": "application/json" }, body });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ paymentMethod: "request", totalAmount: 0 });
});

test("[S10.1] a provider is refused below its least amount, in a sentence, and reserves nothing", async () => {
  const product = await aProduct(here.shop, { price: 0.5, ids: ["cheap-1", "cheap-2"] });
  const order = (quantity: number) =>
    placeOrder(here.services, aGuest(), anOrderForm({ productId: product.id, quantity, paymentMethod: "razorpay" }));
  expect(await order(1)).toMatchObject({ ok: false, code: "totalTooSmallToPayOnline", field: "paymentMethod" });
  expect(await order(2), "both are still free").toMatchObject({ ok: true });
});
