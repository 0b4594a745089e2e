import { afterAll, beforeAll, expect, test } from "vitest";
import { PRODUCT_IDS_PAGE_SIZE } from "#shop/stock/constants.ts";
import { aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { listAvailableFirst } from "./available-first.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S2.35] the available IDs of a product come first, then the others, and pages go on through both", async () => {
  const admin = await anAdmin(shop);
  const count = PRODUCT_IDS_PAGE_SIZE + 8;
  const { id, ids } = await aProduct(shop, { ids: Array.from({ length: count }, (_, n) => `first-${String(n).padStart(4, "0")}`) });
  await aPendingOrder(shop, { productId: id, quantity: 5 });
  const page = async (after: string | null) => {
    const listed = await listAvailableFirst(shop.services, admin, id, { after });
    if (!listed.ok) throw new Error(listed.code);
    return listed.value.page;
  };
  const seen: [value: unknown, state: string][] = [];
  let after: string | null = null;
  do {
    const { rows, next } = await page(after);
    expect(rows.length).toBeLessThanOrEqual(PRODUCT_IDS_PAGE_SIZE);
    seen.push(...rows.map(({ value, state }): [unknown, string] => [value, state]));
    after = next;
  } while (after !== null);
  expect(seen.map(([value]) => value)).toEqual([...ids.slice(5), ...ids.slice(0, 5)]);
  expect(seen.map(([, state]) => state)).toEqual([...Array(count - 5).fill("available"), ...Array(5).fill("reserved")]);
  expect(await listAvailableFirst(shop.services, aGuest(), id)).toMatchObject({ code: "rightMissing" });
  expect(await listAvailableFirst(shop.services, admin, "nowhere")).toMatchObject({ code: "productNotFound" });
});
