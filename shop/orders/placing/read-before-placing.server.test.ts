import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import { aGuest, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { solve } from "#tests/support/shop/solve.ts";
import { drawChallenge } from "./challenge.server.ts";
import type { OrderForm } from "./order-form.ts";
import { placeOrder } from "./place-order.server.ts";

let shop: TestShop;
let services: Services;
let decoded = 0;
const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: "teal" } })
  .png()
  .toBuffer();

beforeAll(async () => {
  shop = await openTestShop();
  services = {
    ...shop.services,
    pictures: (...given) => {
      decoded += 1;
      return shop.services.pictures(...given);
    },
  };
});
beforeEach(async () => {
  decoded = 0;
  await setLimits(shop, "takes_amazon = true, pending_orders_max = 0, held_ids_max = 0, orders_max = 0, uploads_max = 0");
});
afterAll(() => shop.close());

let made = 0;
const aStockedProduct = () => aProduct(shop, { ids: [`foreseen-${made++}`, `foreseen-${made++}`] });
const buy = (form: Partial<OrderForm> & { productId: string }, given: Parameters<typeof placeOrder>[3] = {}) =>
  placeOrder(services, aGuest(), anOrderForm({ paymentMethod: "amazon", giftCardCode: "ABCD123456EFGH", ...form }), {
    proof: { filename: "card.png", bytes },
    network: "192.0.2.7",
    ...given,
  });

test("[S1.5] an order that the shop refuses has its picture neither decoded nor stored, and its buyer reads the same reason", async () => {
  const { id: productId, pricePaise } = await aStockedProduct();
  const before = await readdir(shop.filesFolder);
  expect(await buy({ productId: "nothing" })).toMatchObject({ ok: false, code: "productNotFound" });
  expect(await buy({ productId, quantity: 3 })).toMatchObject({ ok: false, code: "invalidQuantity" });
  expect(await buy({ productId, expectedPrice: pricePaise + 1 })).toMatchObject({ ok: false, code: "priceChanged" });
  await setLimits(shop, "takes_amazon = false");
  expect(await buy({ productId })).toMatchObject({ ok: false, code: "paymentMethodOff" });
  await setLimits(shop, "takes_amazon = true, held_ids_max = 1");
  expect(await buy({ productId, quantity: 2 })).toMatchObject({ ok: false, code: "tooManyIdsHeld" });
  await setLimits(shop, "held_ids_max = 0, orders_max = 1");
  await buy({ productId: "nothing" });
  expect(await buy({ productId })).toMatchObject({ ok: false, code: "tooManyRequests", retryAfter: expect.any(Number) });
  expect([decoded, await readdir(shop.filesFolder)]).toEqual([0, before]);
});

test("from the 11th waiting order of an address on no picture is decoded without a solved challenge", async () => {
  await setLimits(shop, "address_orders_max = 50");
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: 12 }, () => `eleventh-${made++}`) });
  const network = "192.0.2.77";
  for (let n = 0; n < 10; n += 1) {
    const form = anOrderForm({ productId });
    expect(await placeOrder(services, aGuest(), form, { network })).toMatchObject({ ok: true });
  }
  expect(await buy({ productId }, { network })).toMatchObject({ ok: false, code: "addressNeedsCheck" });
  expect(decoded).toBe(0);
  const solution = await solve(await drawChallenge(services, network, 3));
  expect(await buy({ productId }, { network, solution })).toMatchObject({ ok: true });
  expect(decoded).toBe(1);
  await setLimits(shop, "address_orders_max = 0");
});

test("[S5.2] a picture that is sent again under its key gives the order that it has, without being decoded again, also when nothing is left", async () => {
  const { id: productId } = await aStockedProduct();
  const idempotencyKey = "a key of sixteen bytes or more";
  const first = await buy({ productId, quantity: 2 }, { idempotencyKey });
  expect([first, decoded]).toEqual([expect.objectContaining({ ok: true }), 1]);
  const again = await buy({ productId, quantity: 2 }, { idempotencyKey });
  expect(again.ok && first.ok && again.value.requestCode === first.value.requestCode).toBe(true);
  expect(await buy({ productId }, { idempotencyKey })).toMatchObject({ code: "idempotencyKeyReused" });
  expect(decoded).toBe(1);
});

test("two orders for the last ID at once: one gets it, and no picture of the other stays", async () => {
  const { id: productId } = await aStockedProduct();
  const before = (await readdir(shop.filesFolder)).length;
  const answers = await Promise.all([1, 2].map((n) => buy({ productId, quantity: 2 }, { network: `192.0.2.${n}` })));
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await readdir(shop.filesFolder)).toHaveLength(before + 1);
});
