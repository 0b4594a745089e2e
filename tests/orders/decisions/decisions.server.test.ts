import { afterAll, beforeAll, expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { asOwner } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

/** Each decision about a customer's order, ready to be made. */
const decisions: [string, () => Promise<(services: Services) => Promise<{ ok: boolean }>>][] = [
  [
    "an approval",
    async () => {
      const { requestCode } = await aPendingOrder(shop, { visitor: await aCustomer(shop), quantity: 2 });
      const ids = await reservedValuesOf(shop.services, requestCode);
      return (services) =>
        approveOrder(services, admin, requestCode, { ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true });
    },
  ],
  [
    "a rejection",
    async () => {
      const { requestCode } = await aPendingOrder(shop, { visitor: await aCustomer(shop) });
      return (services) => rejectOrder(services, admin, requestCode, { reason: "No payment" });
    },
  ],
  [
    "a cancellation",
    async () => {
      const customer = await aCustomer(shop);
      const { requestCode } = await aPendingOrder(shop, { visitor: customer });
      return (services) => cancelOrder(services, customer, requestCode);
    },
  ],
];

test("a key that fits one order decides about no other", async () => {
  const customer = await aCustomer(shop);
  const { requestCode } = await aPendingOrder(shop, { visitor: customer });
  const stranger = { ...aGuest(), keys: { browser: null, accessKey: "not-the-key-of-this-order-at-all", fits: requestCode } };
  expect(await cancelOrder(shop.services, stranger, requestCode)).toMatchObject({ ok: false, code: "orderNotForYou" });
  const knowing = { ...customer, keys: { ...customer.keys, fits: requestCode } };
  expect(await cancelOrder(shop.services, knowing, requestCode)).toEqual({ ok: true, value: null });
});

test.each(decisions)("%s that the database refuses at its commit has changed nothing", async (_what, prepare) => {
  const decide = await prepare();
  const change = (statements: string) => asOwner(shop, (client) => client.query(statements));
  await change(`create function not_now() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
    create constraint trigger not_now after update on orders deferrable initially deferred for each row execute function not_now()`);
  await expect(decide(shop.services)).rejects.toThrow("not now");
  await change("drop function not_now cascade");
  expect(await decide(shop.services)).toEqual({ ok: true, value: null });
});
