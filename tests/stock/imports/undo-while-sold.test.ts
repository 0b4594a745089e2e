import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { IDS_AT_ONCE } from "#shop/stock/constants.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { undoBatch } from "#shop/stock/imports/undo-batch.server.ts";
import { booksOf, countOrders, faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { checkedImport } from "#tests/support/shop/imports.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const BUYERS = 30;

/**
 * Undoes a batch while thirty buyers order an ID each, some before and some after it; returns both
 * results.
 */
async function undoWhileSold(ids: number, name: string) {
  const { id: productId } = await aProduct(shop, { ids: [] });
  const values = Array.from({ length: ids }, (_, n) => `${name}-${n}`);
  const batchId = await checkedImport(shop, admin, productId, values);
  await addBatch(shop.services, admin, batchId, ["new"]);
  const buy = async (n: number) => {
    await wait(n % 10);
    return placeOrder(shop.services, aGuest(), anOrderForm({ productId }));
  };
  const buyers = Array.from({ length: BUYERS }, (_, n) => buy(n));
  const [undone, ...placed] = await Promise.all([undoBatch(shop.services, admin, batchId), ...buyers]);
  return { productId, undone, sold: placed.filter(({ ok }) => ok).length };
}

async function both(productId: string): Promise<number> {
  const { rows } = await shop.services.db.$client.query<{ n: number }>(
    `select count(*)::integer as n from units u join order_units h on h.unit_id = u.id where u.product_id = $1 and u.withdrawn is not null`,
    [productId],
  );
  return rows[0]?.n ?? -1;
}

for (const [ids, rounds] of [
  [60, 8],
  [2 * IDS_AT_ONCE + 100, 1],
] as const) {
  test(`of ${ids} IDs whose import is undone while ${BUYERS} buyers order, none is both taken out and sold: all go that nobody got, or none`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { productId, undone, sold } = await undoWhileSold(ids, `sold-${ids}-${round}`);
      const books = await booksOf(shop, productId);
      expect(await both(productId)).toBe(0);
      expect(await countOrders(shop, productId)).toBe(sold);
      if (undone.ok) {
        expect(undone.value).toEqual({ removed: ids - sold, kept: sold });
        expect(books).toMatchObject({ free: 0, counter: 0, held: sold, withdrawn: ids - sold });
      } else {
        expect(undone.code).toBe("batchHasLeft");
        expect(books).toMatchObject({ free: ids - sold, counter: ids - sold, held: BUYERS, withdrawn: 0 });
      }
    }
    expect(await faultsOf(shop)).toEqual([]);
  });
}
