import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { revokeLink } from "../access/revoke-link.server.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { rejectOrder } from "../decisions/reject/reject-order.server.ts";
import { findOrderInDepth } from "./order-detail.server.ts";
import type { OrderInDepth } from "./order-past.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

async function inDepth(requestCode: string): Promise<OrderInDepth> {
  const order = await findOrderInDepth(shop.services, admin, requestCode);
  if (!order.ok) throw new Error(order.code);
  return order.value;
}

test("[S6.5] an order's page has everything: its IDs, its buyer, its emails and who did what", async () => {
  const customer = await aCustomer(shop, { email: "asha@example.com" });
  const { id: productId, ids } = await aProduct(shop);
  const { requestCode } = await aPendingOrder(shop, { productId, visitor: customer });
  const before = await inDepth(requestCode);
  expect(before).toMatchObject({ customer: { email: "asha@example.com", isDisabled: false }, hasProduct: true, available: 2, actions: [] });
  expect(before).toMatchObject({ status: "pending", reservedIds: [{ value: ids[0] }] });

  const at = new Date("2026-11-21T12:00:00Z");
  shop.setNow(at);
  await approveOrder(shop.services, admin, requestCode, {
    ids: [ids[0] ?? ""],
    faulty: [],
    downloadLink: null,
    confirmed: false,
    idsConfirmed: true,
  });
  shop.setNow();
  const after = await inDepth(requestCode);
  expect(after).toMatchObject({ status: "approved", deliveredIds: [{ value: ids[0], replacedAt: null }] });
  expect(after, "[S4.6] who approved is named, not only numbered").toMatchObject({ approvedBy: admin.userId, approvedByName: admin.email });
  expect(after.actions).toEqual([{ at, adminName: admin.email, action: "order-approved", facts: {} }]);
  expect(after.emails.find(({ kind }) => kind === "order-approved")).toMatchObject({ createdAt: at, sentAt: null });
});

test("[S6.6] it tells whether the private link still works, and an admin's revocation is recorded", async () => {
  const { requestCode } = await aPendingOrder(shop);
  expect(await inDepth(requestCode)).toMatchObject({ customer: null, hasPrivateLink: true });
  expect(await revokeLink(shop.services, admin, requestCode)).toMatchObject({ ok: true });
  expect(await inDepth(requestCode)).toMatchObject({
    hasPrivateLink: false,
    actions: [{ action: "link-revoked", adminName: admin.email }],
  });
});

test("[S5.10] it stays whole after its product was deleted", async () => {
  const { id: productId, name } = await aProduct(shop);
  const { requestCode } = await aPendingOrder(shop, { productId });
  await rejectOrder(shop.services, admin, requestCode, { reason: "no" });
  expect(await deleteProduct(shop.services, admin, productId)).toMatchObject({ ok: true });
  expect(await inDepth(requestCode)).toMatchObject({ productName: name, hasProduct: false, available: 0, status: "rejected" });
});

test("[S6.3] it is for admins alone, and an unknown code is not found", async () => {
  const order = await aPendingOrder(shop);
  const find = (visitor: Parameters<typeof findOrderInDepth>[1], code: string) => findOrderInDepth(shop.services, visitor, code);
  expect(await find(aGuest({ accessKey: order.accessKey }), order.requestCode)).toMatchObject({ code: "rightMissing" });
  expect(await find(admin, "REQ-NEVER")).toMatchObject({ kind: "missing", code: "orderNotFound" });
  expect(await find(admin, "no code")).toMatchObject({ code: "orderNotFound" });
});
