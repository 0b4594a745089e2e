import { afterAll, beforeAll, expect, test } from "vitest";
import { aGiftCardScreenshot, drawing } from "#tests/support/pictures/similar-proofs.ts";
import { anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { checkProof } from "../proofs/check-proof.server.ts";
import { listOrdinary } from "./ordinary-orders.server.ts";
import { noQueueFilters, type QueueFilters } from "./queue-filter.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S12.6] the ordinary orders of all pages that match are listed, with their IDs, and none whose payment needs a look", async () => {
  const { id: productId } = await aProduct(shop, { name: "Many", ids: Array.from({ length: 40 }, (_, n) => `many-${n}`) });
  const proof = { filename: "card.png", bytes: await aGiftCardScreenshot(drawing(9)) };
  const card = (giftCardCode: string) => aPendingOrder(shop, { productId, paymentMethod: "amazon", giftCardCode, proof });
  const [, verified] = [await card("MANY12345678"), await card("MANY87654321")];
  await checkProof(shop.services, await anAdmin(shop), verified.requestCode, { verified: true, note: null });
  const ordinary: string[] = [];
  for (let n = 0; n < 22; n += 1) ordinary.push((await aPendingOrder(shop, { productId, quantity: n === 0 ? 2 : 1 })).requestCode);
  await aPendingOrder(shop);

  const listed = (search: string, filters: Partial<QueueFilters> = {}) =>
    listOrdinary(shop.services, anOwner, { ...noQueueFilters, ...filters, search });
  const { codes, ids } = await listed("many");
  expect(codes.sort()).toEqual([...ordinary, verified.requestCode].sort());
  expect(ids).toBe(24);
  expect((await listed("many", { filter: "paid" })).codes).toEqual([verified.requestCode]);
  expect((await listed("nothing like it")).codes).toEqual([]);
  expect((await listed("", { productId, method: "amazon" })).codes).toEqual([verified.requestCode]);
  expect((await listed("", { productId })).ids).toBe(24);
  expect((await listed("many", { filter: "late" })).codes).toEqual([]);
});
