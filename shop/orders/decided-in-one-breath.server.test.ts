import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/builders.ts";
import { countQueries } from "#tests/support/count-queries.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { findAdminOrder, orderAlong } from "./admin-orders.server.ts";
import { approveOrder } from "./approve-order.server.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { rejectOrder } from "./reject-order.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

/** Each decision about a customer's order, ready to be made, with what it sends from the stock's lock on and how often it waits for the database. */
const decisions: [string, { behindLock: string[]; roundTrips: number }, () => Promise<(services: Services) => Promise<{ ok: boolean }>>][] =
  [
    [
      "an approval",
      { behindLock: ["lock-stock", "deliver-held-ids", "commit"], roundTrips: 2 },
      async () => {
        const { requestCode } = await aPendingOrder(shop, { visitor: await aCustomer(shop), quantity: 2 });
        const ids = (await findAdminOrder(shop.services, requestCode))?.reservedIds.map(({ value }) => value) ?? [];
        return (services) => approveOrder(services, admin, requestCode, { ids, faulty: [], downloadLink: null, confirmed: false });
      },
    ],
    [
      "a rejection",
      { behindLock: ["lock-stock", "release-held", "commit"], roundTrips: 2 },
      async () => {
        const { requestCode } = await aPendingOrder(shop, { visitor: await aCustomer(shop) });
        return (services) => rejectOrder(services, admin, requestCode, { reason: "No payment" });
      },
    ],
    [
      "a cancellation",
      { behindLock: ["lock-stock", "release-held", "commit"], roundTrips: 3 },
      async () => {
        const customer = await aCustomer(shop);
        const { requestCode } = await aPendingOrder(shop, { visitor: customer });
        return (services) => cancelOrder(services, customer, requestCode);
      },
    ],
  ];

test.each(decisions)("%s sends only what needs the stock's lock behind it, and then its commit", async (_what, { behindLock }, prepare) => {
  const decide = await prepare();
  const { sent, value } = await watched(decide);
  expect(value).toEqual({ ok: true, value: null });
  expect(sent.slice(sent.indexOf("lock-stock"))).toEqual(behindLock);
});

test.each(decisions)("%s waits for the database as seldom as it can", async (_what, { roundTrips }, prepare) => {
  const decide = await prepare();
  expect(await countQueries(shop, decide)).toMatchObject({ value: { ok: true }, roundTrips });
});

test("what a decision reads along is the order behind it, and costs no round trip more", async () => {
  const { requestCode } = await aPendingOrder(shop, { visitor: await aCustomer(shop) });
  const decided = await countQueries(shop, (services) =>
    rejectOrder(services, admin, requestCode, { reason: "No payment" }, orderAlong(services, requestCode)),
  );
  expect(decided).toMatchObject({
    roundTrips: 2,
    value: { ok: true, value: { requestCode, status: "rejected", reason: "No payment", reservedIds: [] } },
  });
  const again = await rejectOrder(shop.services, admin, requestCode, { reason: "Again" }, orderAlong(shop.services, requestCode));
  expect(again).toMatchObject({ ok: false, code: "orderNotPending" });
});

test("the order of a key that was found to fit is not looked up once more before it is locked, and another one is", async () => {
  const customer = await aCustomer(shop);
  const { requestCode } = await aPendingOrder(shop, { visitor: customer });
  const stranger = { ...aGuest(), keys: { browser: null, accessKey: "not-the-key-of-this-order-at-all", fits: requestCode } };
  expect(await countQueries(shop, (services) => cancelOrder(services, stranger, requestCode))).toMatchObject({
    value: { ok: false, code: "orderNotForYou" },
  });
  const knowing = { ...customer, keys: { ...customer.keys, fits: requestCode } };
  expect(await countQueries(shop, (services) => cancelOrder(services, knowing, requestCode))).toMatchObject({
    value: { ok: true },
    roundTrips: 2,
  });
});

test.each(decisions)("%s that the database refuses at its commit has changed nothing", async (_what, _cost, prepare) => {
  const { $client } = shop.services.db;
  const decide = await prepare();
  await $client.query(`create function not_now() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
    create constraint trigger not_now after update on orders deferrable initially deferred for each row execute function not_now()`);
  await expect(decide(shop.services)).rejects.toThrow("not now");
  await $client.query("drop function not_now cascade");
  expect(await decide(shop.services)).toEqual({ ok: true, value: null });
});

/** The names of the statements in the order in which they were sent. */
async function watched<T>(decide: (services: Services) => Promise<T>): Promise<{ value: T; sent: string[] }> {
  const db = openDatabase(shop.databaseUrl, { max: 1, settings: ledgerSettings(shop.services) });
  const sent: string[] = [];
  db.$client.on("connect", (client) => {
    const { query } = client;
    client.query = ((...asked: Parameters<typeof query>) => {
      const [what] = asked as unknown as [string | { name?: string; text: string }];
      sent.push(typeof what === "string" ? what : (what.name ?? what.text));
      return query.apply(client, asked);
    }) as typeof query;
  });
  try {
    return { value: await decide({ ...shop.services, db }), sent };
  } finally {
    await closeDatabase(db);
  }
}
