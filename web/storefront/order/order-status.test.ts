import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { markPaid } from "#shop/orders/decisions/mark-paid/mark-paid.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import { requestContext } from "#web/context.ts";
import { loader as loadProduct, ErrorBoundary as ProductError } from "../product/product.tsx";
import { loader as loadStatus, ErrorBoundary as StatusError } from "./order-status.tsx";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const HOW_TO_PAY = "Pay by UPI to shop@bank.";

type Setting = { visitor?: Visitor; services?: TestShop["services"] };

async function argsOf(address: string, params: Record<string, string>, { visitor = aGuest(), services = shop.services }: Setting = {}) {
  const context = new RouterContextProvider();
  context.set(
    requestContext,
    aRequest({
      services,
      settings: { ...(await readSettings(shop.services)), howToPay: HOW_TO_PAY },
      visitor,
      incident: "ABC23456",
      origin: "http://shop",
    }),
  );
  return { request: new Request(`http://shop${address}`), params, context };
}

async function status(requestCode: string, setting?: Setting) {
  return loadStatus((await argsOf("/", { requestCode }, setting)) as unknown as Parameters<typeof loadStatus>[0]);
}

async function placed(productId: string, requestCode: string, setting?: Setting) {
  const args = await argsOf(`/product/${productId}?order=${requestCode}`, { productId }, setting);
  return loadProduct(args as unknown as Parameters<typeof loadProduct>[0]);
}

/** A shop whose database is unreachable. */
function away(): TestShop["services"] {
  const refuse = () => {
    throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  };
  return { ...shop.services, db: { select: refuse, prepared: refuse } as unknown as TestShop["services"]["db"] };
}

test("[S8.4] an unknown code is `Order not found`, 404; an order that cannot be read now is `Failed to load order details`, 503", async () => {
  for (const code of ["REQ-NEVER", "nonsense"]) {
    await expect(status(code)).rejects.toMatchObject({ init: { status: 404 }, data: { sentence: "Order not found" } });
  }
  await expect(status("REQ-NEVER", { services: away() })).rejects.toMatchObject({
    init: { status: 503 },
    data: { sentence: "Failed to load order details" },
  });
});

test("[S8.4] [S2.14] after placing, an order that is gone is `No order details found`, 404, and so is one of another product", async () => {
  const order = await aPendingOrder(shop);
  const nothing = { init: { status: 404 }, data: { sentence: "No order details found" } };
  await expect(placed(order.productId, "REQ-NEVER")).rejects.toMatchObject(nothing);
  await expect(placed((await aProduct(shop)).id, order.requestCode)).rejects.toMatchObject(nothing);
  await expect(placed(order.productId, order.requestCode, { services: away() })).rejects.toMatchObject({
    init: { status: 503 },
    data: { sentence: "Failed to load order details" },
  });
});

test("[S6.6] the page after placing is stored by nobody and listed nowhere", async () => {
  const order = await aPendingOrder(shop);
  const { init } = await placed(order.productId, order.requestCode);
  expect(init?.headers).toEqual({ "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" });
});

test("[S1.4] [S2.15] how to pay is shown to the buyer of an approved order until it is paid, and to no stranger", async () => {
  const admin = await anAdmin(shop);
  const { id: productId, ids } = await aProduct(shop);
  const { requestCode, accessKey } = await aPendingOrder(shop, { productId });
  const buyer = { visitor: aGuest({ accessKey }) };
  const shown = async (setting?: Setting) => [
    (await status(requestCode, setting)).data.howToPay,
    (await placed(productId, requestCode, setting)).data.howToPay,
  ];
  expect(await shown(buyer)).toEqual(["", ""]);

  await approveOrder(shop.services, admin, requestCode, {
    ids: [ids[0] ?? ""],
    faulty: [],
    downloadLink: null,
    confirmed: false,
    idsConfirmed: true,
  });
  expect(await shown(buyer)).toEqual([HOW_TO_PAY, HOW_TO_PAY]);
  expect(await shown()).toEqual(["", ""]);
  await markPaid(shop.services, admin, requestCode, { state: "paid" });
  expect(await shown(buyer)).toEqual(["", ""]);
});

test("[S2.15] a code in the address that is written in small letters or ends with punctuation leads to the order", async () => {
  for (const written of ["req-never", "REQ-NEVER.", "REQ\u2011NEVER", "(req-never),"]) {
    const led = await status(written).catch((thrown: unknown) => thrown);
    if (!(led instanceof Response)) throw new Error(written);
    expect([led.status, led.headers.get("location")]).toEqual([302, "/order-status/REQ-NEVER"]);
  }
});

test("an order that ended is ordered again only while its product is on sale", async () => {
  const { requestCode, productId, accessKey } = await aPendingOrder(shop);
  const isOnSale = async () => [
    (await status(requestCode, { visitor: aGuest({ accessKey }) })).data.isOnSale,
    (await placed(productId, requestCode, { visitor: aGuest({ accessKey }) })).data.isOnSale,
  ];
  const { $client } = shop.services.db;
  await rejectOrder(shop.services, await anAdmin(shop), requestCode, { reason: "No payment" });
  expect(await isOnSale()).toEqual([true, true]);
  await $client.query("update products set hidden_at = now() where id = $1", [productId]);
  expect(await isOnSale()).toEqual([false, false]);
});

test("[S2.15] where there is no such order its code can be corrected, and another product searched where there is none", () => {
  const error = (status: number) => ({ status, statusText: "", internal: false, data: { sentence: "Order not found" } });
  const page = (status: number) => written(() => StatusError({ error: error(status), params: { requestCode: "REQ-MJUJ7Z4" } }));
  expect(wordsOf(page(404))).toContain("Order not found");
  expect(tagsWith(page(404), "<form", 'action="/order-status"')).toHaveLength(1);
  expect(tagsWith(page(404), 'name="code"', 'value="REQ-MJUJ7Z4"')).toHaveLength(1);
  expect(page(503)).not.toContain("<form");
  expect(
    tagsWith(
      written(() => ProductError({ error: error(404) })),
      "<form",
      'action="/products"',
    ),
  ).toHaveLength(1);
});
