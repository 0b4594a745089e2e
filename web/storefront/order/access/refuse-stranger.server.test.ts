import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { aCustomer, aGuest, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "#web/context.ts";
import { action as withdrawal } from "../claims/claim-withdrawal.ts";
import { action as claim } from "../claims/claims.ts";
import { action as message } from "../messages/order-messages.ts";
import { action as cancellation } from "../order-cancellation.ts";
import { action as attempt } from "../payment/attempts/order-payment-attempts.ts";
import { action as utr } from "../payment/upi/order-utr.ts";
import { action as proof } from "../proofs/order-proof.ts";
import { refuseStranger } from "./refuse-stranger.server.ts";

type Action = (args: never) => Promise<unknown>;
const actions: Record<string, Action> = { attempt, cancellation, claim, message, proof, utr, withdrawal };

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

async function post(visitor: Visitor, requestCode: string, search = "") {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ visitor, services: shop.services }));
  const request = new Request(`https://shop.example/order-status/${requestCode}/messages${search}`, { method: "POST" });
  return refuseStranger(context, requestCode, request).catch((thrown: unknown) => ({ thrown }));
}

test("[S14.13] [S4.10] a form of a page that was shown to an account waits for a login when that ended, instead of being lost", async () => {
  const customer = await aCustomer(shop);
  const { requestCode } = await aPendingOrder(shop, { visitor: customer });
  expect(await post(customer, requestCode, "?signedIn")).toBeNull();
  expect(await post(aGuest(), requestCode, "?signedIn")).toMatchObject({ thrown: { data: { code: "logInAgain" }, init: { status: 401 } } });
});

test("[S6.6] whoever was never logged in, or is somebody else, is refused as before, and an unknown code like a known one", async () => {
  const { requestCode } = await aPendingOrder(shop);
  const no = { data: { code: "orderNotForYou" }, init: { status: 403 } };
  expect(await post(aGuest(), requestCode)).toMatchObject(no);
  expect(await post(await aCustomer(shop), requestCode, "?signedIn")).toMatchObject(no);
  expect(await post(aGuest(), "REQ-UNKNOWN1")).toMatchObject(no);
});

test("[S14.13] [S4.10] each form of an order's page that its buyer sends waits for a login", async () => {
  const customer = await aCustomer(shop);
  const { requestCode } = await aPendingOrder(shop, { visitor: customer });
  for (const [form, action] of Object.entries(actions)) {
    const context = new RouterContextProvider();
    context.set(requestContext, aRequest({ visitor: aGuest(), services: shop.services }));
    const request = new Request(`https://shop.example/order-status/${requestCode}/x?signedIn`, { method: "POST", body: new FormData() });
    const args = { context, request, params: { requestCode, number: "1" } } as unknown as Parameters<typeof action>[0];
    const thrown = await action(args).catch((thrown: unknown) => thrown);
    expect([form, thrown]).toMatchObject([form, { data: { code: "logInAgain" }, init: { status: 401 } }]);
  }
});
