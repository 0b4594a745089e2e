import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { aCustomer, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "#web/context.ts";
import { action as cancel } from "./order-cancellation.ts";
import { loader as history } from "./order-history.tsx";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

function args<T extends (given: never) => unknown>(
  visitor: Visitor,
  path: string,
  method: string,
  requestCode?: string,
  services = shop.services,
): Parameters<T>[0] {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services, visitor, incident: "ABC23456" }));
  return { request: new Request(`http://shop${path}`, { method }), params: { requestCode }, context } as unknown as Parameters<T>[0];
}

test("[S2.20] [S8.2] a customer takes an own pending order back, once", async () => {
  const buyer = await aCustomer(shop);
  const { requestCode } = await aPendingOrder(shop, { visitor: buyer });
  const post = (visitor: Visitor) => cancel(args<typeof cancel>(visitor, "/", "POST", requestCode));

  expect(await post(await aCustomer(shop))).toMatchObject({ init: { status: 403 } });
  expect((await post(buyer)).data).toMatchObject({ ok: true, sentence: "Order cancelled successfully" });
  expect(await post(buyer)).toMatchObject({ data: { sentence: "This order is already cancelled." }, init: { status: 409 } });
});

test("[S2.20] the order history is counted and filtered with as many queries, whatever it holds", async () => {
  const buyer = await aCustomer(shop);
  const read = () =>
    countQueries(shop, (services) => history(args<typeof history>(buyer, "/account?status=pending", "GET", undefined, services)));
  const ofNone = await read();
  const first = await aPendingOrder(shop, { visitor: buyer });
  const second = await aPendingOrder(shop, { visitor: buyer });
  await cancel(args<typeof cancel>(buyer, "/", "POST", first.requestCode));

  const { value, statements } = await read();
  expect(statements).toBe(ofNone.statements);
  expect(value.counts).toEqual({ all: 2, pending: 1, approved: 0, rejected: 0, cancelled: 1 });
  expect(value.orders.map(({ requestCode }) => requestCode)).toEqual([second.requestCode]);
});

test("[S8.4] a history that cannot be read is `Failed to load orders`, and a cancellation that breaks its own sentence", async () => {
  const buyer = await aCustomer(shop);
  const broken = () => {
    throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  };
  const away = {
    ...shop.services,
    db: { select: broken, prepared: broken, together: broken, transaction: broken } as unknown as TestShop["services"]["db"],
  };
  await expect(history(args<typeof history>(buyer, "/account", "GET", undefined, away))).rejects.toMatchObject({
    init: { status: 503 },
    data: { sentence: "Failed to load orders" },
  });
  const { requestCode } = await aPendingOrder(shop, { visitor: buyer });
  expect((await cancel(args<typeof cancel>(buyer, "/", "POST", requestCode, away))).data).toMatchObject({
    ok: false,
    sentence: "Failed to cancel order. Please try again.",
  });
});
