import { afterAll, beforeAll, expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { adoptOrder } from "#shop/orders/access/adopt-order.server.ts";
import { addOrderView, endOrderView } from "#shop/orders/access/order-views.server.ts";
import { revokeLink } from "#shop/orders/access/revoke-link.server.ts";
import { askForLink } from "#shop/orders/access/unlock-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { resendProof } from "#shop/orders/proofs/resend-proof.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { aCustomer, aGuest, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let codes: string[];
beforeAll(async () => {
  shop = await openTestShop();
  // A stranger's code, and a valid one that no order has.
  codes = [(await aPendingOrder(shop)).requestCode, "REQ-NOTHING"];
});
afterAll(() => shop.close());

const WRONG_KEY = "A".repeat(24);
const endAView = (services: Services, visitor: Visitor, requestCode: string) =>
  endOrderView(services, visitor, { requestCode, viewId: "none" });
const proof = { filename: "card.png", bytes: Buffer.from("a picture that nobody opens") };
const sendProofAgain = (services: Services, visitor: Visitor, code: string) =>
  resendProof(services, visitor, code, { giftCardCode: "ABCD12345678" }, proof, "198.51.100.7");

test.each([
  ["cancel", cancelOrder],
  ["add to an account", adoptOrder],
  ["add a view of it to an account", addOrderView],
  ["end a view", endAView],
  ["revoke a link", revokeLink],
  ["send a proof again", sendProofAgain],
] as const)("[S6.7] to %s, a stranger's code and an unknown one cost the same: one query, and no lock", async (_what, action) => {
  const stranger = { ...(await aCustomer(shop)), keys: { browser: null, accessKey: WRONG_KEY } };
  for (const code of codes) {
    const cost = await countQueries<unknown>(shop, (services) => action(services, stranger, code));
    expect(cost, code).toEqual({ value: expect.objectContaining({ code: "orderNotForYou" }), statements: 1, roundTrips: 1 });
  }
});

test("[S6.7] a private link with a wrong key costs the same for a stranger's code and an unknown one: one query, and no lock", async () => {
  for (const code of codes) {
    const cost = await countQueries(shop, (services) => askForLink(services, aGuest(), code, WRONG_KEY));
    expect(cost, code).toEqual({ value: null, statements: 1, roundTrips: 1 });
  }
});

test("[S6.7] an order's page costs the same for a stranger's code and an unknown one, with a wrong key and with none: one query", async () => {
  for (const visitor of [aGuest(), aGuest({ accessKey: WRONG_KEY }), await aCustomer(shop)]) {
    for (const code of codes) {
      const { value, ...cost } = await countQueries(shop, (services) => findOrder(services, visitor, code));
      expect(cost, code).toEqual({ statements: 1, roundTrips: 1 });
      expect(value?.isWhole ?? false).toBe(false);
    }
  }
});
