import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { english } from "#tests/support/english.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { loader } from "#web/admin/orders/detail/order.tsx";
import { action as makeLink } from "#web/admin/orders/detail/order-new-private-link.ts";
import { action as pay } from "#web/admin/orders/detail/order-payment.ts";
import { action as revoke } from "#web/admin/orders/detail/order-private-link.ts";
import { action as replace } from "#web/admin/orders/detail/order-replacement.ts";
import { requestContext } from "#web/context.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

async function contextOf(visitor: Visitor, services = shop.services) {
  const context = new RouterContextProvider();
  context.set(
    requestContext,
    aRequest({ services, settings: await readSettings(shop.services), visitor, origin: "http://shop", incident: "ABC23456" }),
  );
  return context;
}

/** Posts a form to an action on an order, as an admin by default. */
async function send<A, R>(
  action: (args: A) => Promise<R>,
  requestCode: string,
  fields: Record<string, string>,
  visitor: Visitor = admin,
  services = shop.services,
): Promise<R> {
  const request = new Request(`http://shop/admin/orders/${requestCode}`, { method: "POST", body: new URLSearchParams(fields) });
  return action({ request, params: { requestCode }, context: await contextOf(visitor, services) } as unknown as A);
}

async function load(requestCode: string, visitor: Visitor = admin) {
  const args = { request: new Request("http://shop/"), params: { requestCode }, context: await contextOf(visitor) };
  return loader(args as unknown as Parameters<typeof loader>[0]);
}

async function anApprovedOrder() {
  const { id: productId, ids } = await aProduct(shop);
  const order = await aPendingOrder(shop, { productId });
  await approveOrder(shop.services, admin, order.requestCode, {
    ids: [ids[0] ?? ""],
    faulty: [],
    downloadLink: null,
    confirmed: false,
    idsConfirmed: true,
  });
  return { ...order, ids };
}

test("[S2.9] replacing an ID says so, and its page shows the new one; a second attempt says that it is gone", async () => {
  const { requestCode, ids } = await anApprovedOrder();
  const { data } = await send(replace, requestCode, { faulty: ids[0] ?? "", id: "" });
  expect(data).toMatchObject({ ok: true, sentence: english("idReplaced") });
  expect((await load(requestCode)).order).toMatchObject({ deliveredIds: [{ value: ids[1] }] });

  const again = await send(replace, requestCode, { faulty: ids[0] ?? "" });
  expect(again.init).toEqual({ status: 409 });
  expect(again.data).toMatchObject({ ok: false, code: "idNotDelivered" });
  const typed = await send(replace, requestCode, { faulty: ids[1] ?? "", id: ids[1] ?? "" });
  expect(typed.data).toMatchObject({ ok: false, field: "id", code: "idAlreadyInOrder" });
});

test("[S1.4] an order is marked as paid and as unpaid, each in its own sentence; anything else is refused", async () => {
  const { requestCode } = await anApprovedOrder();
  expect((await send(pay, requestCode, { state: "paid" })).data).toMatchObject({ ok: true, sentence: "Marked as paid." });
  expect((await load(requestCode)).order.paidAt).toBeInstanceOf(Date);
  expect((await send(pay, requestCode, { state: "unpaid" })).data).toMatchObject({ ok: true, sentence: "Marked as unpaid." });
  expect((await send(pay, requestCode, { state: "perhaps" })).init).toEqual({ status: 422 });
  expect((await load(requestCode)).order.paidAt).toBeNull();
});

test("[S6.6] an admin revokes the private link, and its page says so", async () => {
  const { requestCode } = await aPendingOrder(shop);
  expect((await load(requestCode)).order.hasPrivateLink).toBe(true);
  expect((await send(revoke, requestCode, {})).data).toMatchObject({ ok: true });
  expect((await load(requestCode)).order.hasPrivateLink).toBe(false);
});

test("[S6.6] an admin makes a private link to an order that has none, and is shown it whole", async () => {
  const { requestCode } = await aPendingOrder(shop);
  expect((await send(makeLink, requestCode, {})).init).toEqual({ status: 409 });
  await send(revoke, requestCode, {});
  const { data } = await send(makeLink, requestCode, {});
  expect(data).toMatchObject({
    ok: true,
    value: { url: expect.stringMatching(`^http://shop/order-status/${requestCode}/key/[\\w-]{24}$`) },
  });
  expect((await load(requestCode)).order.hasPrivateLink).toBe(true);
});

test("[S6.3] a customer and a guest can do none of it", async () => {
  const order = await anApprovedOrder();
  for (const visitor of [await aCustomer(shop), aGuest({ accessKey: "A".repeat(24) })]) {
    for (const answer of [
      await send(replace, order.requestCode, { faulty: order.ids[0] ?? "" }, visitor),
      await send(pay, order.requestCode, { state: "paid" }, visitor),
      await send(revoke, order.requestCode, {}, visitor),
      await send(makeLink, order.requestCode, {}, visitor),
    ]) {
      expect(answer.init).toEqual({ status: 403 });
    }
    await expect(load(order.requestCode, visitor)).rejects.toMatchObject({ init: { status: 403 } });
  }
  expect((await load(order.requestCode)).order).toMatchObject({
    deliveredIds: [{ value: order.ids[0] }],
    paidAt: null,
    hasPrivateLink: true,
  });
});

test("[S8.4] an unknown code is not found, and when the world breaks each form says its sentence", async () => {
  await expect(load("REQ-NEVER")).rejects.toMatchObject({ init: { status: 404 }, data: { sentence: "Order not found" } });
  const { requestCode } = await aPendingOrder(shop);
  const broken = {
    ...shop.services,
    db: { transaction: () => Promise.reject(new Error("gone")) } as unknown as TestShop["services"]["db"],
  };
  for (const answer of [
    await send(replace, requestCode, { faulty: "x" }, admin, broken),
    await send(pay, requestCode, { state: "paid" }, admin, broken),
    await send(revoke, requestCode, {}, admin, broken),
  ]) {
    expect(answer.data).toMatchObject({ ok: false, sentence: "Failed to process request. Please try again." });
  }
});
