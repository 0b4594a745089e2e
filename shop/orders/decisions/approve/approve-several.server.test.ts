import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { checkProof } from "#shop/orders/proofs/check-proof.server.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { parsed } from "#shop/parse.ts";
import { refused } from "#shop/refusal.ts";
import { rightMissing } from "#shop/rights.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { aCustomer, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { anAdminOrder, reserved } from "#tests/support/shop/shown-orders.ts";
import { cancelOrder } from "../cancel/cancel-order.server.ts";
import { decideSeveral } from "../decide-several.ts";
import { ChosenForm } from "../decision-forms.ts";
import { approveAsReserved } from "./approve-several.server.ts";
import { mayApproveWithOthers } from "./approve-several.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const approveAll = (codes: string[], by: Admin = admin) => decideSeveral(codes, (code) => approveAsReserved(shop.services, by, code));
const auditOf = async (code: string) =>
  (await shop.services.db.$client.query("select action, admin_id from audit_entries where subject_name = $1", [code])).rows;

async function anAmazonOrder() {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  return aPendingOrder(shop, { paymentMethod: "amazon", giftCardCode: "ABCD1234", proof: { filename: "p.png", bytes } });
}

test("several ordinary orders are approved with the IDs reserved for them, each audited as if it were approved alone", async () => {
  const { id: productId, ids } = await aProduct(shop, { ids: ["a", "b", "c"] });
  const [one, two] = [await aPendingOrder(shop, { productId, quantity: 2 }), await aPendingOrder(shop, { productId })];
  const reserved = async (code: string) => await reservedValuesOf(shop.services, code);
  const before = [await reserved(one.requestCode), await reserved(two.requestCode)];

  expect(await approveAll([one.requestCode, two.requestCode])).toEqual({ done: [one.requestCode, two.requestCode], failed: [] });
  for (const [n, { requestCode }] of [one, two].entries()) {
    expect(await findAdminOrder(shop.services, anOwner, requestCode)).toMatchObject({
      status: "approved",
      deliveredIds: before[n]?.map((value) => ({ value })),
    });
    expect(await auditOf(requestCode)).toEqual([{ action: "order-approved", admin_id: admin.userId }]);
  }
  expect(before.flat().sort()).toEqual(ids);
  expect(await booksOf(shop, productId)).toMatchObject({ counter: 0, held: 0, delivered: 3 });
});

test("[S4.1] one that was cancelled meanwhile, and one that never was, do not stop the others; each is named with its reason", async () => {
  const buyer = await aCustomer(shop);
  const { id: productId } = await aProduct(shop);
  const [approved, cancelled] = [await aPendingOrder(shop, { productId }), await aPendingOrder(shop, { productId, visitor: buyer })];
  await cancelOrder(shop.services, buyer, cancelled.requestCode);

  expect(await approveAll(["REQ-NEVER", cancelled.requestCode, approved.requestCode])).toEqual({
    done: [approved.requestCode],
    failed: [
      { requestCode: "REQ-NEVER", no: refused("orderNotFound") },
      { requestCode: cancelled.requestCode, no: refused("orderNotPending", { status: "cancelled" }) },
    ],
  });
  expect(await booksOf(shop, productId)).toMatchObject({ counter: 2, held: 0, delivered: 1 });
});

test("[S4.9] a gift card's order is among them only after its payment was verified", async () => {
  const { requestCode } = await anAmazonOrder();
  const refusal = { done: [], failed: [{ requestCode, no: refused("orderNotOrdinary") }] };
  expect(await approveAll([requestCode])).toEqual(refusal);
  await checkProof(shop.services, admin, requestCode, { verified: false, note: null, proofId: null });
  expect(await approveAll([requestCode])).toEqual(refusal);
  expect(await auditOf(requestCode)).toMatchObject([{ action: "proof-rejected" }]);
  expect(await findAdminOrder(shop.services, anOwner, requestCode)).toMatchObject({ status: "pending", reservedIds: [{}] });

  await checkProof(shop.services, admin, requestCode, { verified: true, note: null, proofId: null });
  expect(await approveAll([requestCode])).toEqual({ done: [requestCode], failed: [] });
});

test("[S4.1] two admins approve the same orders at once: each order is approved once", async () => {
  const other = await anAdmin(shop);
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: 8 }, (_, n) => `twice-${n}`) });
  const codes: string[] = [];
  for (let n = 0; n < 8; n += 1) codes.push((await aPendingOrder(shop, { productId })).requestCode);

  const [mine, theirs] = await Promise.all([approveAll(codes), approveAll(codes.toReversed(), other)]);
  expect([...mine.done, ...theirs.done].sort()).toEqual(codes.toSorted());
  for (const { no } of [...mine.failed, ...theirs.failed]) expect(no).toEqual(refused("orderNotPending", { status: "approved" }));
  for (const code of codes) expect(await auditOf(code)).toHaveLength(1);
  expect(await booksOf(shop, productId)).toMatchObject({ counter: 0, held: 0, delivered: 8 });
});

test("[S6.3] a customer approves nothing", async () => {
  const { requestCode } = await aPendingOrder(shop);
  expect(await approveAsReserved(shop.services, await aCustomer(shop), requestCode)).toEqual(rightMissing("decide-orders"));
  expect(await findAdminOrder(shop.services, anOwner, requestCode)).toMatchObject({ status: "pending" });
});

test("none, and more than fifty, are refused; one named twice is one", () => {
  const said = (codes: unknown) => parsed(ChosenForm, { codes });
  expect(said([])).toMatchObject({ ok: false, code: "noOrdersChosen", field: "codes" });
  expect(said(undefined)).toMatchObject({ ok: false, code: "noOrdersChosen" });
  expect(said(Array.from({ length: 51 }, (_, n) => `REQ-${n}`))).toMatchObject({ ok: false, code: "tooManyOrdersChosen" });
  expect(said(Array.from({ length: 60 }, (_, n) => `REQ-${n % 50}`))).toMatchObject({ ok: true, value: { codes: { length: 50 } } });
});

test("an order with fewer IDs reserved than it asks for is approved by itself", () => {
  expect(mayApproveWithOthers(anAdminOrder("pending", { quantity: 2 }))).toBe(true);
  expect(mayApproveWithOthers(anAdminOrder("pending", { quantity: 2, reservedIds: reserved(1) }))).toBe(false);
  expect(mayApproveWithOthers(anAdminOrder("approved", { quantity: 2 }))).toBe(false);
  expect(mayApproveWithOthers(anAdminOrder("pending", { quantity: 2, paymentMethod: "amazon" }))).toBe(false);
});
