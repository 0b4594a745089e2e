import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { unlessErased } from "#shop/erased.ts";
import { checkProof } from "#shop/orders/proofs/check-proof.server.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { aCustomer, aGuest, anAdmin, anOwner, aPendingOrder } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../approve/approve-order.server.ts";
import { markPaid } from "./mark-paid.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const paidAt = async ({ requestCode }: { requestCode: string }) =>
  (await findAdminOrder(shop.services, anOwner, requestCode))?.paidAt ?? null;

async function actionsOf({ id }: { id: string }): Promise<string[]> {
  const { rows } = await shop.services.db.$client.query("select action from audit_entries where subject_id = $1 order by id", [id]);
  return rows.map(({ action }) => action);
}

async function approved(order: { requestCode: string }) {
  const ids = await reservedValuesOf(shop.services, order.requestCode);
  const form = { ids, faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
  expect(await approveOrder(shop.services, admin, order.requestCode, form)).toMatchObject({ ok: true });
}

async function anAmazonOrder() {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  return aPendingOrder(shop, { paymentMethod: "amazon", giftCardCode: "ABCD1234", proof: { filename: "a.png", bytes } });
}

test("[S1.4] an order is marked as paid, and as unpaid again; each is audited once, and its buyer sees it", async () => {
  const order = await aPendingOrder(shop);
  await approved(order);
  expect(await paidAt(order)).toBeNull();
  const at = new Date("2026-11-21T12:00:00Z");
  shop.setNow(at);
  for (let n = 0; n < 2; n += 1)
    expect(await markPaid(shop.services, admin, order.requestCode, { state: "paid" })).toMatchObject({ ok: true });
  shop.setNow();

  const buyer = aGuest({ accessKey: order.accessKey });
  expect(await findOrder(shop.services, buyer, order.requestCode)).toMatchObject({ paidAt: at });
  await markPaid(shop.services, admin, order.requestCode, { state: "unpaid" });
  expect(await paidAt(order)).toBeNull();
  expect(await actionsOf(order)).toEqual(["order-approved", "order-paid", "order-unpaid"]);
});

test("[S6.3] whether an order was paid is an admin's to say", async () => {
  const order = await aPendingOrder(shop);
  for (const visitor of [aGuest({ accessKey: order.accessKey }), await aCustomer(shop)]) {
    expect(await markPaid(shop.services, visitor, order.requestCode, { state: "paid" })).toMatchObject({ code: "rightMissing" });
  }
  expect(await markPaid(shop.services, admin, "REQ-NEVER", { state: "paid" })).toMatchObject({ code: "orderNotFound" });
  expect(await paidAt(order)).toBeNull();
  expect(await actionsOf(order)).toEqual([]);
});

test("[S1.4] two admins who mark the same order at once: one date, one audit entry", async () => {
  const order = await aPendingOrder(shop);
  const answers = await Promise.all(
    [admin, await anAdmin(shop)].map((who) => markPaid(shop.services, who, order.requestCode, { state: "paid" })),
  );
  expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await actionsOf(order)).toEqual(["order-paid"]);
});

test("[S4.9] verifying a payment marks the order paid, rejecting its proof unpaid", async () => {
  const order = await anAmazonOrder();
  await checkProof(shop.services, admin, order.requestCode, { verified: true, note: null });
  expect(await paidAt(order)).toBeInstanceOf(Date);
  await checkProof(shop.services, admin, order.requestCode, { verified: false, note: null });
  expect(await paidAt(order)).toBeNull();
});

test("[S1.5] approving a gift card order marks it paid, unless its payment failed verification", async () => {
  const unchecked = await anAmazonOrder();
  await approved(unchecked);
  expect(await paidAt(unchecked)).toBeInstanceOf(Date);

  const failed = await anAmazonOrder();
  await checkProof(shop.services, admin, failed.requestCode, { verified: false, note: null });
  await approved(failed);
  expect(await paidAt(failed)).toBeNull();
});

test("[S4.9] a picture that was sent while the last one was looked at is not judged by it: nothing is written", async () => {
  const order = await anAmazonOrder();
  const proofId = unlessErased((await findAdminOrder(shop.services, anOwner, order.requestCode))?.proof ?? null)?.id;
  const check = { verified: true, note: null };
  expect(await checkProof(shop.services, admin, order.requestCode, { ...check, proofId: "another" })).toMatchObject({
    code: "proofChanged",
  });
  expect(await findAdminOrder(shop.services, anOwner, order.requestCode)).toMatchObject({ paymentVerified: null, paidAt: null });
  expect(await actionsOf(order)).toEqual([]);

  expect(await checkProof(shop.services, admin, order.requestCode, { ...check, proofId })).toMatchObject({ ok: true });
});
