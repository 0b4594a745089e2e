import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#shop/constants.ts";
import { closeSales } from "#shop/orders/sales/close-sales.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { hideProduct } from "#shop/stock/products/show-product.server.ts";
import { aHelper, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { replaceId } from "../decisions/replace/replace-id.server.ts";
import { readRunningOut } from "./running-out.server.ts";

const NOW = new Date("2026-05-20T12:00:00+05:30");
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** Delivers some IDs of a product some days ago, and returns what is needed to replace one. */
async function delivered(productId: string, quantity: number, daysAgo: number) {
  shop.setNow(ago(daysAgo));
  const { requestCode } = await aPendingOrder(shop, { productId, quantity });
  const ids = await reservedValuesOf(shop.services, requestCode);
  const decision = { ids, faulty: [], downloadLink: null, confirmed: true, idsConfirmed: true };
  expect(await approveOrder(shop.services, await anAdmin(shop), requestCode, decision)).toMatchObject({ ok: true });
  return { requestCode, ids };
}

async function aStock(name: string, ids: number, bornDaysAgo = 100) {
  shop.setNow(ago(bornDaysAgo));
  return aProduct(shop, { name, ids: Array.from({ length: ids }, (_, n) => `${name}-${n}`) });
}

test("[S17.7] products run out by the deliveries of 14 days, replacements too, and by their stock of now", async () => {
  const [steady, quick, few, hidden] = [
    await aStock("Steady", 22),
    await aStock("Quick", 9, 1.5),
    await aStock("Few", 9),
    await aStock("Hidden", 9),
  ];
  await delivered(steady.id, 3, 14);
  await delivered(steady.id, 8, 13);
  const { requestCode, ids } = await delivered(steady.id, 5, 1);
  shop.setNow(NOW);
  expect(await replaceId(shop.services, await anAdmin(shop), requestCode, { faulty: ids[0] ?? "", id: null })).toMatchObject({ ok: true });
  await delivered(quick.id, 5, 1);
  await delivered(few.id, 4, 1);
  await delivered(hidden.id, 8, 1);
  shop.setNow(NOW);
  expect(await hideProduct(shop.services, await anAdmin(shop), hidden.id)).toMatchObject({ ok: true });

  for (const isClosed of [false, true]) {
    if (isClosed) await closeSales(shop.services);
    shop.setNow(new Date(NOW.getTime() + (isClosed ? 10 : 0) * MINUTE_MS));
    const { perDay, soonest } = await shop.services.pace.read();
    expect(Object.fromEntries(perDay)).toEqual({ [steady.id]: 1, [quick.id]: 2.5, [hidden.id]: 8 / 14 });
    expect(soonest).toEqual([quick.id, steady.id]);
  }
  expect(await readRunningOut(shop.services, anOwner)).toEqual([
    { id: quick.id, name: "Quick", language: "en", available: 4, days: 1 },
    { id: steady.id, name: "Steady", language: "en", available: 5, days: 5 },
  ]);

  await addIds(shop.services, await anAdmin(shop), { productId: steady.id, ids: ["more-1", "more-2", "more-3", "more-4"] });
  expect(await readRunningOut(shop.services, anOwner), "the stock is that of now").toMatchObject([{ id: quick.id }]);
  await expect(async () => readRunningOut(shop.services, await aHelper(shop, ["see-figures"]))).rejects.toThrow();
});

test("[S17.7] the pace is counted once in ten minutes, by all who ask at once together", async () => {
  const at = Date.now() + DAY_MS;
  shop.setNow(new Date(at));
  const [one, two] = await Promise.all([shop.services.pace.read(), shop.services.pace.read()]);
  expect(two).toBe(one);
  shop.setNow(new Date(at + 10 * MINUTE_MS - 1));
  expect(await shop.services.pace.read()).toBe(one);
  shop.setNow(new Date(at + 10 * MINUTE_MS));
  expect(await shop.services.pace.read()).not.toBe(one);
});
