import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { changeInstructions } from "#shop/catalogue/instructions/change-instructions.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "#web/context.ts";
import { loader } from "./order-ids.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

function download(requestCode: string, visitor: Visitor): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services: shop.services, visitor, incident: "ABC23456" }));
  return loader({ params: { requestCode }, context } as unknown as Parameters<typeof loader>[0]);
}

test("[S2.15] the buyer's IDs are a text file named by the order, whatever is in them, that nobody stores or shows as a page", async () => {
  const buyer = await aCustomer(shop);
  const { id: productId } = await aProduct(shop, { ids: ["<script>alert(1)</script>", 'a"; filename="b.html'] });
  const { requestCode } = await aPendingOrder(shop, { productId, quantity: 2, visitor: buyer });
  await expect(download(requestCode, buyer), "before it is approved").rejects.toMatchObject({ init: { status: 404 } });
  const ids = ["<script>alert(1)</script>", 'a"; filename="b.html'];
  const form = { ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(shop.services, await anAdmin(shop), requestCode, form)).toMatchObject({ ok: true });

  const file = await download(requestCode, buyer);
  expect(await file.text()).toBe(`${ids.join("\r\n")}\r\n`);
  expect(Object.fromEntries(file.headers)).toEqual({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": `attachment; filename="${requestCode}.txt"`,
    "cache-control": "private, no-store",
  });
  for (const other of [aGuest(), await aCustomer(shop)])
    await expect(download(requestCode, other)).rejects.toMatchObject({ init: { status: 404 } });
});

test("[S10.15] the instructions stand below the IDs, in the reader's language", async () => {
  const [buyer, admin] = [await aCustomer(shop), await anAdmin(shop)];
  const { id: productId, ids } = await aProduct(shop, { ids: ["WITH-1"] });
  await changeInstructions(
    shop.services,
    admin,
    { productId, language: "en" },
    { html: "<p>Log in.</p><ul><li>Change the password</li></ul>" },
  );
  const { requestCode } = await aPendingOrder(shop, { productId, visitor: buyer });
  await approveOrder(shop.services, admin, requestCode, { ids, faulty: [], downloadLink: null, confirmed: true });
  expect(await (await download(requestCode, buyer)).text()).toBe("WITH-1\r\n\r\nLog in.\r\n- Change the password\r\n");
});
