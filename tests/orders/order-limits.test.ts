import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { UPLOADS_OF_ORDER_MAX } from "#shop/settings/constants.ts";
import { aCustomer, aGuest, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "#web/context.ts";
import { action as order } from "#web/storefront/order/placing/place-order.ts";
import { action as newProof } from "#web/storefront/order/proofs/order-proof.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await setLimits(shop, "orders_max = 1, uploads_max = 1");
});
afterAll(() => shop.close());

/** The answer to a page's form from this address: its status, and how long to wait. */
async function post(action: typeof order | typeof newProof, fields: FormData, params: object, visitor: Visitor, address: string) {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services: shop.services, visitor, incident: "ABC23456", origin: "http://shop" }));
  const request = new Request("http://shop/", { method: "POST", body: fields, headers: { [CLIENT_ADDRESS_HEADER]: address } });
  const answer = await action({ request, params, context } as unknown as Parameters<typeof order>[0] & Parameters<typeof newProof>[0]);
  if (answer instanceof Response) return { status: answer.status, wait: answer.headers.get("retry-after") };
  return { status: answer.init?.status ?? 200, wait: new Headers(answer.init?.headers).get("retry-after") };
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const waits = { status: 429, wait: expect.stringMatching(/^[1-9]\d*$/) };

test("an order that a page posts counts for its address, and too many are refused with how long to wait", async () => {
  const { id: productId } = await aProduct(shop, { ids: ["one", "two", "three"] });
  const send = (address: string) =>
    post(order, formOf({ productId, quantity: "1", paymentMethod: "request" }), { productId }, aGuest(), address);
  expect(await send("192.0.2.1")).toMatchObject({ status: 303 });
  expect(await send("192.0.2.1")).toEqual(waits);
  expect(await send("192.0.2.2")).toMatchObject({ status: 303 });
});

test("[S4.9] so does a new proof, and one beyond the limit is not stored", async () => {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const buyer = await aCustomer(shop);
  const giftCardCode = "ABCD12345678";
  const proof = { filename: "card.png", bytes };
  const { requestCode } = await aPendingOrder(shop, { visitor: buyer, paymentMethod: "amazon", giftCardCode, proof });
  const send = async (address: string) => {
    await shop.services.db.$client.query("update orders set payment_verified = false where request_code = $1", [requestCode]);
    const paymentProof = new File([new Uint8Array(bytes)], "card.png", { type: "image/png" });
    return post(newProof, formOf({ giftCardCode, paymentProof }), { requestCode }, buyer, address);
  };
  expect(await send("192.0.2.3")).toMatchObject({ status: 200 });
  const { rows: stored } = await shop.services.db.$client.query("select proof_key from orders where request_code = $1", [requestCode]);
  expect(await send("192.0.2.3")).toEqual(waits);
  const { rows } = await shop.services.db.$client.query("select proof_key from orders where request_code = $1", [requestCode]);
  expect(rows).toEqual(stored);
  expect(await send("192.0.2.4")).toMatchObject({ status: 200 });

  const statuses = [];
  for (let n = 4; n <= UPLOADS_OF_ORDER_MAX; n += 1) statuses.push((await send(`192.0.2.${n + 100}`)).status);
  expect(statuses, "one order from many addresses").toEqual(statuses.map(() => 200));
  expect(await send("192.0.2.200")).toEqual(waits);
});
