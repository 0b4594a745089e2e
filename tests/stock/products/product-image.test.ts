import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import type { ProductForm } from "#shop/catalogue/product-form.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { sweepFiles } from "#shop/orders/retention/sweep-files.server.ts";
import { DELETED_PRODUCT_STORED_MS } from "#shop/stock/constants.ts";
import { addProduct } from "#shop/stock/products/add-product.server.ts";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { removeSamples } from "#shop/stock/products/deletion/remove-samples.server.ts";
import { restoreProduct } from "#shop/stock/products/deletion/restore-product.server.ts";
import { editProduct } from "#shop/stock/products/edit-product.server.ts";
import { findProductOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { aCustomer, anAdmin, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
let upload: { bytes: Uint8Array };
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: "#05a" } });
  upload = { bytes: await picture.png().toBuffer() };
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.update(products).set({ deletedAt: new Date() });
  for (const image of await storedImages()) await shop.services.files.remove(image.slice(1));
});

let drawn = 0;
const aForm = (overrides: Partial<ProductForm> = {}): ProductForm => ({
  name: "Regular account ID",
  price: 9_900,
  description: "",
  image: "",
  ids: `pictured-${++drawn}`,
  ...overrides,
});

/** The paths of the stored pictures. */
async function storedImages(): Promise<string[]> {
  const files = await readdir(shop.filesFolder, { recursive: true });
  return files.filter((file) => file.includes("product-images/")).map((file) => `/${file}`);
}

async function aPicturedProduct(overrides: Partial<ProductForm> = {}): Promise<{ id: string; image: string }> {
  const added = await addProduct(shop.services, admin, aForm(overrides), upload);
  if (!added.ok) throw new Error(added.code);
  return { id: added.value.id, image: await imageOf(added.value.id) };
}

async function imageOf(id: string): Promise<string> {
  const product = await findProductOnSale(shop.services, id);
  if (!product) throw new Error("no product");
  return product.image;
}

test("[S5.8] an added product shows the picture that was uploaded, not the link", async () => {
  const { image } = await aPicturedProduct({ image: "https://img.example/1.png" });
  expect(await storedImages()).toEqual([image]);
});

test("[S5.8] a picture is dropped again when its product is refused", async () => {
  await aProduct(shop, { ids: ["taken-by-another"] });
  const { id, image } = await aPicturedProduct();
  const { services } = shop;
  const refusals = [
    [await addProduct(services, admin, aForm({ ids: "taken-by-another" }), upload), "idOfOtherProduct"],
    [await addProduct(services, admin, aForm({ ids: "" }), upload), "idsRequired"],
    [await addProduct(services, await aCustomer(shop), aForm(), upload), "rightMissing"],
    [await editProduct(services, admin, id, aForm({ ids: "taken-by-another" }), upload), "idOfOtherProduct"],
    [await editProduct(services, admin, "nowhere", aForm(), upload), "productDetailsNotFound"],
    [await editProduct(services, await aCustomer(shop), id, aForm(), upload), "rightMissing"],
    [await editProduct(services, admin, id, aForm(), { bytes: new Uint8Array(9) }), "imageNotAPicture"],
  ] as const;
  for (const [answer, code] of refusals) expect(answer).toMatchObject({ ok: false, code });
  expect(await storedImages()).toEqual([image]);
  expect(await imageOf(id)).toBe(image);
});

test("[S5.8] an edit leaves, replaces or removes the uploaded picture, and deletes one that is no longer shown", async () => {
  const { id, image } = await aPicturedProduct();
  const edit = (form: Partial<ProductForm>, picture?: typeof upload) => editProduct(shop.services, admin, id, aForm(form), picture);
  expect(await edit({ image })).toMatchObject({ ok: true });
  expect(await storedImages()).toEqual([image]);

  expect(await edit({ image }, upload)).toMatchObject({ ok: true });
  const second = await imageOf(id);
  expect(second).not.toBe(image);
  expect(await storedImages()).toEqual([second]);

  expect(await edit({ image })).toMatchObject({ ok: false, code: "imageNotItsOwn" });
  expect(await storedImages()).toEqual([second]);

  expect(await edit({ image: "https://img.example/1.png" })).toMatchObject({ ok: true });
  expect([await imageOf(id), await storedImages()]).toEqual(["https://img.example/1.png", []]);

  await edit({}, upload);
  expect(await storedImages()).toEqual([await imageOf(id)]);
  expect(await edit({ image: "" })).toMatchObject({ ok: true });
  expect([await imageOf(id), await storedImages()]).toEqual(["", []]);
});

test("[S5.8] of two pictures uploaded at once the product shows one, and only that is stored", async () => {
  const { id } = await aPicturedProduct();
  const edits = await Promise.all([1, 2, 3].map(() => editProduct(shop.services, admin, id, aForm(), upload)));
  expect(edits.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(await storedImages()).toEqual([await imageOf(id)]);
});

test("[S5.8] a product takes no picture that was uploaded for another", async () => {
  const { image } = await aPicturedProduct();
  const { id } = await aProduct(shop);
  for (const answer of [
    await addProduct(shop.services, admin, aForm({ image })),
    await editProduct(shop.services, admin, id, aForm({ image })),
  ]) {
    expect(answer).toMatchObject({ ok: false, code: "imageNotItsOwn", field: "image" });
  }
});

test("[S5.10] the picture of a deleted product, or of a removed sample, stays as long as it can be restored, and is deleted then", async () => {
  const other = await aPicturedProduct();
  const sample = await aProduct(shop, { isSample: true });
  await editProduct(shop.services, admin, sample.id, aForm(), upload);
  const { id, image } = await aPicturedProduct();
  expect(await deleteProduct(shop.services, admin, id)).toMatchObject({ ok: true });
  expect(await removeSamples(shop.services, admin)).toEqual({ ok: true, value: null });
  const deletedBy = Date.now();

  shop.setNow(new Date(deletedBy + DELETED_PRODUCT_STORED_MS - 60_000));
  expect(await sweepFiles(shop.services)).toBe(0);
  expect(await restoreProduct(shop.services, admin, id)).toMatchObject({ ok: true });
  expect(await imageOf(id)).toBe(image);
  shop.setNow(new Date(deletedBy + DELETED_PRODUCT_STORED_MS));
  expect(await sweepFiles(shop.services)).toBe(1);
  shop.setNow();
  expect((await storedImages()).sort()).toEqual([image, other.image].sort());
});

test("[S5.8] a store that cannot remove a picture now is logged, and the edit is saved", async () => {
  const { id } = await aPicturedProduct();
  const logged: string[] = [];
  const services: Services = {
    ...shop.services,
    files: { ...shop.services.files, remove: () => Promise.reject(new Error("full")) },
    log: { ...shop.services.log, error: (event) => void logged.push(event) },
  };
  expect(await editProduct(services, admin, id, aForm())).toMatchObject({ ok: true });
  expect(await imageOf(id)).toBe("");
  expect(logged).toEqual(["product image not dropped"]);
});
