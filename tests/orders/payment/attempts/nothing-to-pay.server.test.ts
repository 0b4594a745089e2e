import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { payAgain } from "#shop/orders/payment/attempts/pay-again.server.ts";
import { readPaying } from "#shop/orders/payment/attempts/read-paying.server.ts";
import { askForPayment } from "#shop/orders/payment/upi/ask-for-payment.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
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

const methods = ["request", "amazon", "upi", "razorpay", "stripe"] as const;

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

/** Orders by the API, and returns the order as its buyer reads it then. */
async function ordered(productId: string, paymentMethod: string, quantity = 1) {
  const call = openApi(here.services);
  const body = JSON.stringify({ productId, quantity, paymentMethod });
  const answer = await call("/api/orders", { method: "POST", headers: { "content-type": "application/json" }, body });
  expect(answer.status).toBe(201);
  const placed = await answer.json();
  expect(placed).toMatchObject({ paymentMethod: "request", totalAmount: 0 });
  const read = await call(`/api/orders/${placed.requestCode}`, { headers: { "x-access-key": placed.accessKey } });
  return { ...(await read.json()), accessKey: placed.accessKey };
}

test("[S10.1] [S10.6] an order of nothing is delivered at once or waits for an approval, as its product says, without a page", async () => {
  const ids = ["free-1", "free-2", "free-3"];
  const atOnce = await aProduct(here.shop, { price: 0, ids });
  for (const [index, method] of ["razorpay", "amazon"].entries()) {
    const order = await ordered(atOnce.id, method);
    expect(order, method).toMatchObject({ status: "approved", deliveredIds: [ids[index]], approvedBy: "payment", paidAt: null });
    expect(await here.attemptsOf(order)).toEqual([]);
    const { rows } = await here.services.db.$client.query("select approved_by from orders where request_code = $1", [order.requestCode]);
    expect(rows).toEqual([{ approved_by: "payment:free" }]);
  }
  const looked = await aProduct(here.shop, { price: 0 });
  await here.services.db.$client.query("update products set delivery = 'after approval' where id = $1", [looked.id]);
  expect(await ordered(looked.id, "upi")).toMatchObject({ status: "pending" });
  expect(await faultsOf(here.shop)).toEqual([]);
});

test("[S10.6] the limits of instant delivery hold for orders of nothing, which count as delivered", async () => {
  const product = await aProduct(here.shop, { price: 0, ids: Array.from({ length: 40 }, (_, n) => `much-${n}`) });
  const { instantIdsMax } = await readSettings(here.services);
  expect(await ordered(product.id, "request", instantIdsMax)).toMatchObject({ status: "approved" });
  expect(await ordered(product.id, "request", instantIdsMax + 1)).toMatchObject({ status: "pending" });
});

test("[S10.1] a gift card and its picture are not kept where nothing is to be paid", async () => {
  const product = await aProduct(here.shop, { price: 0 });
  const before = await readdir(here.shop.filesFolder);
  const form = anOrderForm({ productId: product.id, paymentMethod: "amazon", giftCardCode: "ABCD1234" });
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const placed = await placeOrder(here.services, aGuest(), form, { proof: { filename: "card.png", bytes } });
  expect(placed).toMatchObject({ ok: true, value: { paymentMethod: "request" } });
  const { rows } = await here.services.db.$client.query(
    "select gift_card_code, gift_card_last4, proof_key, proof_name from orders where request_code = $1",
    [placed.ok ? placed.value.requestCode : ""],
  );
  expect(rows).toEqual([{ gift_card_code: null, gift_card_last4: null, proof_key: null, proof_name: null }]);
  expect(await readdir(here.shop.filesFolder)).toEqual(before);
});

test("[S10.1] a provider is refused below its least amount, in a sentence, and reserves nothing", async () => {
  const product = await aProduct(here.shop, { price: 0.5, ids: ["cheap-1", "cheap-2"] });
  const order = (quantity: number) =>
    placeOrder(here.services, aGuest(), anOrderForm({ productId: product.id, quantity, paymentMethod: "razorpay" }));
  expect(await order(1)).toMatchObject({ ok: false, code: "totalTooSmallToPayOnline", field: "paymentMethod" });
  expect(await order(2), "both are still free").toMatchObject({ ok: true });
});
