import { afterEach, beforeEach, expect, test } from "vitest";
import { listAdminOrders } from "#shop/orders/reading/admin-orders.server.ts";
import { importExport } from "#tests/support/old-shop/old-export.ts";
import { decryptedValues } from "#tests/support/secret/decrypted-values.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { anOwner } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  expect(await faultsOf(shop)).toEqual([]);
  await shop.close();
});

async function idsHere(): Promise<string[]> {
  return (await decryptedValues(shop.services, "units.value")).toSorted();
}

test("names that begin with a dot are the database's own and no IDs, and what stands under .value is one", async () => {
  const ids = { ".priority": 3, one: "RAIL_1", two: { ".value": "RAIL_2", ".priority": 1 }, ".value": "no ID", ".sv": true };
  const given = { ".priority": 7, "0": "RAIL_3", "1": { ".value": "RAIL_4", ".priority": 2 } };
  const order = {
    productId: "p-1",
    quantity: 2,
    price: 1,
    totalAmount: 2,
    status: "approved",
    deliveredIds: given,
    processedDate: 1_756_695_600_000,
  };
  await importExport(shop, {
    ".priority": 1,
    products_database: {
      ".priority": 2,
      products: { ".value": "x", "p-1": { ".priority": 5, name: "Gold", price: 1 } },
      Idlist: { ".priority": 1, "p-1": { ids } },
    },
    requests: { ".priority": 4, "-OZ-first": { createdAt: 1_756_695_500_000, ...order } },
    users: { ".priority": 5, u1: { ".priority": 1, orders: { ".priority": 9 } } },
  });
  expect(await idsHere()).toEqual(["RAIL_1", "RAIL_2", "RAIL_3", "RAIL_4"]);
  expect((await shop.services.db.$client.query("select id, name from products")).rows).toEqual([{ id: "p-1", name: "Gold" }]);
  expect((await shop.services.db.$client.query("select status, short_by from orders")).rows).toEqual([
    { status: "approved", short_by: null },
  ]);
});

test("products whose keys have spaces or letters beyond ASCII come in with their IDs and orders, and the next export finds them again", async () => {
  const keys = ["gold pass", "रेल पास", "été", " led by a space", "x".repeat(150), "emoji 🚂"];
  const entries = <T>(of: (key: string, n: number) => T) => Object.fromEntries(keys.map((key, n) => [key, of(key, n)]));
  const file = {
    products_database: {
      products: entries((key) => ({ name: `Name of ${key.slice(0, 20)}`, price: 10 })),
      Idlist: entries((_, n) => ({ ids: [`free-${n}`] })),
    },
    requests: Object.fromEntries(
      keys.map((key, n) => [
        `clé ${n}`,
        {
          productId: key,
          productName: key.slice(0, 20),
          quantity: 1,
          price: 10,
          totalAmount: 10,
          status: "pending",
          createdAt: 1_756_695_600_000 + n,
          reservedIds: [`held-${n}`],
        },
      ]),
    ),
  };
  await importExport(shop, file);
  const { rows } = await shop.services.db.$client.query<{ id: string; name: string; free: number; orders: number }>(
    `select p.id, p.name, s.available as free, (select count(*)::integer from orders o where o.product_id = p.id) as orders
     from products p join product_stock s on s.product_id = p.id order by p.created_at, p.id`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(keys.map((key) => `Name of ${key.slice(0, 20)}`.replace(/\s+/g, " ")).toSorted());
  expect(rows.map(({ free, orders }) => [free, orders])).toEqual(keys.map(() => [1, 1]));
  for (const { id } of rows) expect(id).toMatch(/^[\x21-\x7e]{1,100}$/);
  expect(
    (await listAdminOrders(shop.services, anOwner, "pending")).rows
      .flatMap((order) => (order.status === "pending" ? order.reservedIds.map(({ value }) => value) : []))
      .toSorted(),
  ).toEqual(keys.map((_, n) => `held-${n}`));
  await importExport(shop, file);
  expect((await shop.services.db.$client.query("select from products")).rowCount).toBe(keys.length);
  expect((await shop.services.db.$client.query("select from units")).rowCount).toBe(2 * keys.length);
});
