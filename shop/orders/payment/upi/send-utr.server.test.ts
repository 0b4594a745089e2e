import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { findOrderInDepth } from "#shop/orders/reading/order-detail.server.ts";
import { aGuest, anAdmin, anOwner, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { switchUpiOn } from "#tests/support/shop/upi.ts";
import { sendUtr } from "./send-utr.server.ts";

const UTR = "632912345678";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await switchUpiOn(shop);
});
afterAll(() => shop.close());

async function anUpiOrder() {
  const order = await aPendingOrder(shop, { paymentMethod: "upi" });
  return { ...order, buyer: aGuest({ accessKey: order.accessKey }) };
}

async function shownTo(visitor: ReturnType<typeof aGuest>, requestCode: string) {
  const order = await findOrder(shop.services, visitor, requestCode);
  return order?.isWhole ? order.upi : null;
}

test("[S10.12] the buyer of an order by UPI sees what to pay until when, and sends the UTR; a stranger sees neither", async () => {
  const { requestCode, buyer, createdAt } = await anUpiOrder();
  const payBy = new Date(createdAt.getTime() + 30 * 60_000);
  expect(await shownTo(buyer, requestCode)).toEqual({ payablePaise: 49_899, hasOwnAmount: true, payBy, utr: null });
  expect(await shownTo(aGuest(), requestCode)).toBe(null);
  expect(await sendUtr(shop.services, aGuest(), requestCode, { utr: UTR }, null)).toMatchObject({ ok: false, code: "orderNotForYou" });
  expect(await sendUtr(shop.services, buyer, "REQ-NOTHING", { utr: UTR }, null)).toMatchObject({ ok: false, code: "orderNotForYou" });

  expect(await sendUtr(shop.services, buyer, requestCode, { utr: UTR }, null)).toEqual({ ok: true, value: { number: null } });
  expect(await shownTo(buyer, requestCode)).toMatchObject({ payBy: null, utr: UTR });
  expect(await findOrder(shop.services, buyer, requestCode)).toMatchObject({ status: "pending", paidAt: null });
});

test("[S10.12] another UTR replaces the first, and a screenshot is stored as a proof", async () => {
  const { requestCode, buyer } = await anUpiOrder();
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
  await sendUtr(shop.services, buyer, requestCode, { utr: "632900000001" }, null);
  expect(await sendUtr(shop.services, buyer, requestCode, { utr: "632900000002" }, { filename: "paid.png", bytes })).toMatchObject({
    ok: true,
  });
  const order = await findAdminOrder(shop.services, anOwner, requestCode);
  expect(order).toMatchObject({
    utr: "632900000002",
    payablePaise: expect.any(Number),
    proof: { name: `payment-proofs/${requestCode}_paid.jpg` },
  });
  expect(await sendUtr(shop.services, buyer, requestCode, { utr: UTR }, { filename: "x", bytes: Buffer.from("no picture") })).toMatchObject(
    {
      code: "proofNotAnImage",
    },
  );
});

test("[S10.12] a UTR that came with another order is shown to the admin", async () => {
  const [one, two] = [await anUpiOrder(), await anUpiOrder()];
  const utr = "632955555555";
  await sendUtr(shop.services, one.buyer, one.requestCode, { utr }, null);
  await sendUtr(shop.services, two.buyer, two.requestCode, { utr }, null);
  const admin = await anAdmin(shop);
  for (const [order, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const found = await findOrderInDepth(shop.services, admin, order.requestCode);
    expect(found.ok && found.value.usedBefore).toMatchObject([{ what: "utr", requestCode: other.requestCode, status: "pending" }]);
  }
});

test("[S10.12] an order that ended, was paid or is paid otherwise needs no UTR", async () => {
  const { requestCode, buyer } = await anUpiOrder();
  await cancelOrder(shop.services, buyer, requestCode);
  expect(await sendUtr(shop.services, buyer, requestCode, { utr: UTR }, null)).toMatchObject({ code: "noUtrNeeded" });
  const other = await aPendingOrder(shop);
  const otherBuyer = aGuest({ accessKey: other.accessKey });
  expect(await sendUtr(shop.services, otherBuyer, other.requestCode, { utr: UTR }, null)).toMatchObject({ code: "noUtrNeeded" });
  // No picture is decoded for it: this one would be refused as no image.
  const notAnImage = { filename: "x", bytes: Buffer.from("no picture") };
  for (const [code, its] of [
    [requestCode, buyer],
    [other.requestCode, otherBuyer],
  ] as const)
    expect(await sendUtr(shop.services, its, code, { utr: UTR }, notAnImage)).toMatchObject({ code: "noUtrNeeded" });
});
