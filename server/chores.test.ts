import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { HOLDS_CHECKED_EVERY_MS } from "#shop/constants.ts";
import { aCustomer, aPendingOrder, aProduct } from "#tests/support/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { startChores } from "./chores.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const DAY_MS = 24 * 60 * 60 * 1_000;

test("the shop itself cancels a guest's order that waited too long, and writes to its owner when most of a product is held", async () => {
  const { services } = shop;
  const waiting = await aPendingOrder(shop);
  const { id: productId } = await aProduct(shop, { ids: ["1", "2", "3", "4", "5"].map((end) => `HELD-${end}`) });
  await aPendingOrder(shop, { productId, quantity: 5, visitor: await aCustomer(shop) });
  shop.setNow(new Date(Date.now() + 4 * DAY_MS));

  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stop = startChores(services, null);
  vi.advanceTimersByTime(HOLDS_CHECKED_EVERY_MS);
  vi.useRealTimers();
  await vi.waitFor(
    async () => {
      const { rows } = await services.db.$client.query(
        "select (select status from orders where id = $1), exists (select from letters where kind = 'mostly-held') as told",
        [waiting.id],
      );
      expect(rows).toEqual([{ status: "cancelled", told: true }]);
    },
    { timeout: 15_000, interval: 50 },
  );
  await stop();
});
