import { afterAll, beforeAll, expect, test } from "vitest";
import { readInstructions } from "#shop/catalogue/instructions/change-instructions.server.ts";
import type { ProductForm } from "#shop/catalogue/product-form.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { listProductIds, productIdsText } from "#shop/stock/ids/reading/product-ids.server.ts";
import { addProduct } from "#shop/stock/products/add-product.server.ts";
import { deleteProduct } from "#shop/stock/products/deletion/delete-product.server.ts";
import { removeSamples } from "#shop/stock/products/deletion/remove-samples.server.ts";
import { editProduct } from "#shop/stock/products/edit-product.server.ts";
import { findProductInStore } from "#shop/stock/products/inventory.server.ts";
import { findProductOnSale, listProductsOnSale, readStock } from "#shop/stock/products/products-on-sale.server.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, anOrderForm, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

let drawn = 0;
const newIds = (n: number) => Array.from({ length: n }, () => `unit-${++drawn}`);
const aForm = (overrides: Partial<ProductForm> = {}): ProductForm => ({
  name: "Regular account ID",
  price: 9_900,
  description: "",
  image: "",
  ids: newIds(2).join("\n"),
  ...overrides,
});

async function addedProduct(overrides: Partial<ProductForm> = {}): Promise<string> {
  const added = await addProduct(shop.services, admin, aForm(overrides));
  if (!added.ok) throw new Error(added.code);
  return added.value.id;
}

async function toldAbout(id: string): Promise<Record<string, string>> {
  const told = await readInstructions(shop.services, anOwner, id);
  return Object.fromEntries((told?.saved ?? []).map(({ language, html }) => [language, html]));
}

async function countProducts(): Promise<number> {
  const { rows } = await shop.services.db.$client.query("select count(*)::int as n from products");
  return rows[0].n;
}

test("[S2.34] [S3.1] an added product is on sale with its IDs, a clean description and its times", async () => {
  shop.setNow(new Date("2026-02-03T04:05:06Z"));
  const added = await addProduct(
    shop.services,
    admin,
    aForm({ description: "<p onclick=x>Fresh</p><script>alert(1)</script>", ids: " one \n\none\ntwo" }),
  );
  shop.setNow();
  expect(added).toMatchObject({ ok: true, value: { added: 2, skipped: 1 } });
  const at = new Date("2026-02-03T04:05:06Z");
  expect(added.ok && (await findProductOnSale(shop.services, added.value.id))).toMatchObject({
    name: "Regular account ID",
    pricePaise: 9_900,
    description: "<p>Fresh</p>",
    isSample: false,
    createdAt: at,
    updatedAt: at,
    available: 2,
  });
});

test("[S5.8] a product without an ID is refused, and none is written", async () => {
  const before = await countProducts();
  expect(await addProduct(shop.services, admin, aForm({ ids: " \n " }))).toMatchObject({ ok: false, code: "idsRequired", field: "ids" });
  expect(await countProducts()).toBe(before);
});

test("[S3.9] a new product with an ID of another is refused, naming it, and is not written", async () => {
  await aProduct(shop, { name: "Has it already", ids: ["taken-at-adding"] });
  const before = await countProducts();
  const answer = await addProduct(shop.services, admin, aForm({ ids: "fresh-at-adding\ntaken-at-adding" }));
  expect(answer).toMatchObject({ ok: false, code: "idOfOtherProduct", field: "ids", words: { product: "Has it already" } });
  expect(await countProducts()).toBe(before);
});

test("[S3.9] of two products added with the same ID at once exactly one is there", async () => {
  const before = await countProducts();
  const [ids] = [newIds(3).join("\n")];
  const answers = await Promise.all([addProduct(shop.services, admin, aForm({ ids })), addProduct(shop.services, admin, aForm({ ids }))]);
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: "idOfOtherProduct" });
  expect(await countProducts()).toBe(before + 1);
});

test("[S6.3] nobody but an admin adds, edits or deletes a product, adds IDs, reads them or removes the samples", async () => {
  const id = await addedProduct();
  const { services } = shop;
  for (const visitor of [aGuest(), await aCustomer(shop)]) {
    const answers = await Promise.all([
      addProduct(services, visitor, aForm()),
      editProduct(services, visitor, id, aForm({ name: "Stolen" })),
      addIds(services, visitor, { productId: id, ids: "stolen" }),
      deleteProduct(services, visitor, id),
      removeSamples(services, visitor),
      listProductIds(services, visitor, id),
      productIdsText(services, visitor, id),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: "rightMissing" });
  }
  expect(await findProductOnSale(services, id)).toMatchObject({ name: "Regular account ID", available: 2 });
});

test("[S2.34] [S5.8] editing changes the product but not its IDs; new ones are optional", async () => {
  const id = await addedProduct();
  expect(await editProduct(shop.services, admin, id, aForm({ name: "New name", price: 1, ids: "" }))).toMatchObject({
    ok: true,
    value: { added: 0 },
  });
  expect(await findProductOnSale(shop.services, id)).toMatchObject({ name: "New name", pricePaise: 1, available: 2 });
  expect(await editProduct(shop.services, admin, id, aForm({ ids: newIds(3).join("\n") }))).toMatchObject({
    ok: true,
    value: { added: 3 },
  });
  expect(await readStock(shop.services, id)).toBe(5);
});

test("[S10.6] [S10.15] a product says how paid orders are delivered and what to do with its IDs; what an edit leaves out stays", async () => {
  const told = { en: "<p onclick='x()'>Log in.</p>", hi: "<p>लॉगिन करें।</p>" };
  const id = await addedProduct({ delivery: "after approval", instructions: told });
  const [clean, later] = ["<p>Log in.</p>", "<p>Change the password.</p>"];
  expect(await findProductInStore(shop.services, anOwner, id)).toMatchObject({ delivery: "after approval" });
  expect(await toldAbout(id)).toEqual({ en: clean, hi: told.hi });

  await editProduct(shop.services, admin, id, aForm({ ids: "" }));
  expect(await findProductInStore(shop.services, anOwner, id)).toMatchObject({ delivery: "after approval" });
  expect(await toldAbout(id)).toEqual({ en: clean, hi: told.hi });
  await editProduct(shop.services, admin, id, aForm({ ids: "", delivery: "instant", instructions: later }));
  await editProduct(shop.services, admin, id, aForm({ ids: "", instructions: { hi: "" } }));
  expect(await findProductInStore(shop.services, anOwner, id)).toMatchObject({ delivery: "instant" });
  expect(await toldAbout(id)).toEqual({ en: later });
  expect(await auditOf(shop, id)).toEqual([
    ["product-added", { ids: 2 }],
    ["product-changed", { fields: "delivery, instructions" }],
    ["product-changed", { fields: "instructions" }],
  ]);
  const tooLong = await editProduct(shop.services, admin, id, aForm({ ids: "", name: "Other", instructions: "&".repeat(20_000) }));
  expect(tooLong).toMatchObject({ code: "fieldTooLong", field: "instructions" });
  expect(await findProductInStore(shop.services, anOwner, id)).toMatchObject({ name: "Regular account ID" });
});

test("[S3.9] an edit with an ID of another product changes nothing", async () => {
  await aProduct(shop, { ids: ["taken-at-editing"] });
  const id = await addedProduct();
  expect(await editProduct(shop.services, admin, id, aForm({ name: "Changed", ids: "fresh\ntaken-at-editing" }))).toMatchObject({
    code: "idOfOtherProduct",
  });
  expect(await findProductOnSale(shop.services, id)).toMatchObject({ name: "Regular account ID", available: 2 });
});

test("[S2.34] an edit is recorded with the changed fields and the number of new IDs, and not if nothing changed", async () => {
  const ids = newIds(2);
  const id = await addedProduct({ ids: ids.join("\n") });
  const edit = (form: Partial<ProductForm>) => editProduct(shop.services, admin, id, aForm({ ids: "", ...form }));
  await edit({});
  await edit({ name: "Other", price: 1, ids: newIds(3).join("\n") });
  await edit({ name: "Other", price: 1, image: "https://img.example/1.png", description: "<p>New</p>" });
  await addIds(shop.services, admin, { productId: id, ids: [...ids, ...newIds(1)].join("\n") });
  await addIds(shop.services, admin, { productId: id, ids: ids.join("\n") });
  await deleteProduct(shop.services, admin, id);
  expect(await auditOf(shop, id)).toEqual([
    ["product-added", { ids: 2 }],
    ["product-changed", { fields: "name, price" }],
    ["ids-added", { count: 3 }],
    ["product-changed", { fields: "description, picture" }],
    ["ids-added", { count: 1 }],
    ["product-deleted", { ids: 6 }],
  ]);
});

test("[S5.8] an edit of a product that was changed meanwhile is refused, and nothing is written", async () => {
  const id = await addedProduct();
  const seenAt = (await findProductOnSale(shop.services, id))?.updatedAt ?? null;
  const edit = (name: string) => editProduct(shop.services, admin, id, aForm({ name, ids: `from-${name}` }), null, seenAt);
  const answers = await Promise.all([edit("one"), edit("two")]);
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: "productChangedMeanwhile", kind: "conflict" });
  expect(await findProductOnSale(shop.services, id)).toMatchObject({ name: answers[0].ok ? "one" : "two", available: 3 });
});

test("[S5.8] the same edit sent twice, as after a broken connection, is no change by somebody else", async () => {
  const id = await addedProduct();
  const seenAt = (await findProductOnSale(shop.services, id))?.updatedAt ?? null;
  const edit = () => editProduct(shop.services, admin, id, aForm({ name: "once", ids: "sent-twice" }), null, seenAt);
  expect(await edit()).toMatchObject({ ok: true, value: { added: 1 } });
  expect(await edit()).toMatchObject({ ok: true, value: { added: 0, skipped: 1 } });
});

test("[S3.4] an order still has the name and price it was placed with", async () => {
  const id = await addedProduct({ name: "Before", price: 10_000 });
  const order = await aPendingOrder(shop, { productId: id });
  await editProduct(shop.services, admin, id, aForm({ name: "After", price: 20_000, ids: "" }));
  expect(await findOrder(shop.services, admin, order.requestCode)).toMatchObject({
    productName: "Before",
    pricePaise: 10_000,
    totalPaise: 10_000,
  });
});

test("[S8.4] editing what is not there says so, also with an ID of a product that is", async () => {
  const [taken = ""] = newIds(1);
  await addedProduct({ ids: taken });
  for (const id of ["nowhere", "\0", "x".repeat(200)]) {
    for (const ids of [aForm().ids, taken])
      expect(await editProduct(shop.services, admin, id, aForm({ ids }))).toMatchObject({
        ok: false,
        code: "productDetailsNotFound",
        kind: "missing",
      });
  }
});

test("[S5.7] adding IDs needs a product and text, and a product that exists", async () => {
  const id = await addedProduct();
  for (const form of [
    { productId: "", ids: "a" },
    { productId: id, ids: " \n" },
  ]) {
    expect(await addIds(shop.services, admin, form)).toMatchObject({ ok: false, code: "selectProductAndPasteIds" });
  }
  const [taken = ""] = newIds(1);
  await addedProduct({ ids: taken });
  for (const productId of ["nowhere", "\0"])
    for (const ids of ["a", taken])
      expect(await addIds(shop.services, admin, { productId, ids })).toMatchObject({
        ok: false,
        code: "productNotFound",
        field: "productId",
      });
});

test("[S5.11] adding IDs says how many came, and which lines were skipped and why", async () => {
  const id = await addedProduct({ ids: "here-already" });
  const ids = ["here-already", "brand-new", " brand-new ", ""].join("\r\n");
  const linesLeftOut = [
    { sort: "repeated", count: 1, first: [{ sort: "repeated", value: "brand-new", line: 3, isOfFile: false }] },
    { sort: "inStock", count: 1, first: [{ sort: "inStock", value: "here-already", line: 1, isOfFile: false }] },
  ];
  expect(await addIds(shop.services, admin, { productId: id, ids })).toEqual({ ok: true, value: { added: 1, skipped: 2, linesLeftOut } });
  expect(await readStock(shop.services, id)).toBe(2);
});

test("[S5.11] an ID that was delivered is not added again", async () => {
  const id = await addedProduct({ ids: "given-away" });
  const order = await aPendingOrder(shop, { productId: id });
  const form = { ids: ["given-away"], faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  expect(await approveOrder(shop.services, admin, order.requestCode, form)).toMatchObject({ ok: true });
  expect(await addIds(shop.services, admin, { productId: id, ids: "given-away\nnever-given" })).toMatchObject({
    value: { added: 1, skipped: 1 },
  });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 1, free: 1, delivered: 1, units: 2 });
});

test("[S5.10] a deleted product is gone, its free IDs are withdrawn and its orders stay whole", async () => {
  const id = await addedProduct({ name: "Short-lived", ids: newIds(3).join("\n") });
  const order = await aPendingOrder(shop, { productId: id });
  await rejectOrder(shop.services, admin, order.requestCode, { reason: "no" });
  expect(await deleteProduct(shop.services, admin, id)).toEqual({ ok: true, value: null });
  expect(await findProductOnSale(shop.services, id)).toBeNull();
  expect(await readStock(shop.services, id)).toBeNull();
  expect((await listProductsOnSale(shop.services)).map((product) => product.id)).not.toContain(id);
  expect(await booksOf(shop, id)).toMatchObject({ counter: 0, free: 0, withdrawn: 3, units: 3 });
  expect(await findOrder(shop.services, admin, order.requestCode)).toMatchObject({ status: "rejected", productName: "Short-lived" });
  expect(await deleteProduct(shop.services, admin, id)).toMatchObject({ ok: false, code: "productNotFound" });
});

test("[S5.10] a product with pending orders is not deleted, and the answer says how many", async () => {
  const id = await addedProduct({ ids: newIds(3).join("\n") });
  await aPendingOrder(shop, { productId: id });
  await aPendingOrder(shop, { productId: id });
  expect(await deleteProduct(shop.services, admin, id)).toMatchObject({
    ok: false,
    code: "productHasPendingOrders",
    words: { n: 2 },
  });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 1, free: 1, held: 2, withdrawn: 0 });
});

test("[S5.10] deleting and ordering at once: either the order is refused or the deletion is", async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await addedProduct();
    const [order, deletion] = await Promise.all([
      placeOrder(shop.services, aGuest(), anOrderForm({ productId: id })),
      deleteProduct(shop.services, admin, id),
    ]);
    expect(order.ok).not.toBe(deletion.ok);
    expect(await booksOf(shop, id)).toMatchObject(
      order.ok ? { counter: 1, free: 1, held: 1, withdrawn: 0 } : { counter: 0, free: 0, held: 0, withdrawn: 2 },
    );
  }
});

test("all samples go at once, unless one has a pending order", async () => {
  const one = await aProduct(shop, { isSample: true });
  const two = await aProduct(shop, { isSample: true });
  const order = await aPendingOrder(shop, { productId: two.id });
  expect(await removeSamples(shop.services, admin)).toMatchObject({ ok: false, code: "samplesHavePendingOrders", kind: "conflict" });
  expect(await readStock(shop.services, one.id)).toBe(3);
  await rejectOrder(shop.services, admin, order.requestCode, { reason: "no" });
  const real = await addedProduct();
  expect(await removeSamples(shop.services, admin)).toEqual({ ok: true, value: null });
  expect((await listProductsOnSale(shop.services)).filter(({ isSample }) => isSample)).toEqual([]);
  expect(await readStock(shop.services, real)).toBe(2);
  expect(await removeSamples(shop.services, admin)).toEqual({ ok: true, value: null });
  expect(await auditOf(shop, "samples")).toEqual([["samples-removed", { count: 2 }]]);
});

test("[S2.13] deleted products and unknown ids are not found, whatever the id looks like", async () => {
  for (const id of ["", "\0", "a b", "x".repeat(101), "nowhere", "é"]) {
    expect(await findProductOnSale(shop.services, id)).toBeNull();
    expect(await readStock(shop.services, id)).toBeNull();
  }
});
