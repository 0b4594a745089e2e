import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { aPendingOrder, aProduct } from "./builders.ts";
import { openTestShop, type TestShop } from "./shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("a test shop has a database of its own, with a product's IDs in the order they were given", async () => {
  const { id } = await aProduct(shop, { ids: ["first", "second"] });
  const { rows } = await shop.services.db.$client.query(
    "select u.value, u.fingerprint, s.available from free_units f join units u on u.id = f.unit_id join product_stock s on s.product_id = f.product_id where f.product_id = $1 order by u.id",
    [id],
  );
  expect(rows.map((row) => shop.services.vault.decrypt(placeOf("units.value", row.fingerprint), row.value))).toEqual(["first", "second"]);
  expect(rows[0].available).toBe(2);
});

test("the clock stops at the given time, and an order is placed then", async () => {
  shop.setNow(new Date("2026-01-02T03:04:05Z"));
  const order = await aPendingOrder(shop);
  expect(order.createdAt).toEqual(new Date("2026-01-02T03:04:05Z"));
  shop.setNow();
  expect(Math.abs(shop.services.now().getTime() - Date.now())).toBeLessThan(1000);
});
