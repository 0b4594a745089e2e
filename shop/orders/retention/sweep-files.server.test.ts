import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "#shop/constants.ts";
import { aGuest, anOrderForm, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { placeOrder } from "../placing/place-order.server.ts";
import { sweepFiles } from "./sweep-files.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of shop.services.files.list()) found.push(key);
  return found.sort();
}

async function aPicture(): Promise<{ filename: string; bytes: Buffer }> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  return { filename: "proof.png", bytes };
}

test("[S7.3] a file that nobody has goes when it is a day old; one that an order or a product has stays", async () => {
  const image = `product-images/${"b".repeat(48)}.webp`;
  await aPendingOrder(shop, { paymentMethod: "amazon", giftCardCode: "ABCD", proof: await aPicture() });
  const proof = await keys();
  await aProduct(shop, { image: `/${image}` });
  for (const key of [image, "a".repeat(48)]) await shop.services.files.put(key, Buffer.from("x"));
  await writeFile(join(shop.filesFolder, ".unfinished-1"), "x");

  expect(await sweepFiles(shop.services)).toBe(0);
  shop.setNow(new Date(Date.now() + DAY_MS + 60_000));
  expect(await sweepFiles(shop.services)).toBe(2);
  shop.setNow();
  expect(await keys()).toEqual([...proof, image].sort());
});

test("[S7.3] when nobody can say whether an order was written, its proof is not dropped", async () => {
  const product = await aProduct(shop);
  const before = await keys();
  const { db } = shop.services;
  const broken = Object.assign(Object.create(db), {
    $client: { query: db.$client.query.bind(db.$client), connect: () => Promise.reject(new Error("connection lost")) },
  });
  const form = anOrderForm({ productId: product.id, paymentMethod: "amazon", giftCardCode: "ABCD" });

  await expect(placeOrder({ ...shop.services, db: broken }, aGuest(), form, { proof: await aPicture() })).rejects.toThrow(
    "connection lost",
  );
  expect(await keys()).toHaveLength(before.length + 1);
});
