import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { ProductForm } from "#shop/catalogue/product-form.ts";
import type { Erased } from "#shop/erased.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { ApprovalForm } from "#shop/orders/decisions/decision-forms.ts";
import { replaceId } from "#shop/orders/decisions/replace/replace-id.server.ts";
import { ReplacementForm } from "#shop/orders/decisions/replace/replacement.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { listProductIds } from "#shop/stock/ids/reading/product-ids.server.ts";
import { addBatch } from "#shop/stock/imports/add-batch.server.ts";
import { findBatch } from "#shop/stock/imports/find-batches.server.ts";
import { addProduct } from "#shop/stock/products/add-product.server.ts";
import { editProduct } from "#shop/stock/products/edit-product.server.ts";
import { booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { checkedImport } from "#tests/support/shop/imports.ts";
import { deliveredValuesOf, reservedIdsOf, reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(async () => {
  expect(await faultsOf(shop)).toEqual([]);
  await shop.close();
});

/** Spellings of an ID that look the same. */
const hidden = [
  "\u200b",
  "\u200e",
  "\u00ad",
  "\u2060",
  "\ufeff",
  "\u0007",
  "\u007f",
  "\u0090",
  "\ufffc",
  "\u2800",
  "\u3164",
  "\ue000",
  "\u0378",
];
const spellings = (id: string) => hidden.flatMap((sign) => [`${id}${sign}`, `${sign}${id}`, `${id.slice(0, 2)}${sign}${id.slice(2)}`]);

const aForm = (ids: string) => ProductForm.parse({ name: "Account", price: "10", description: "", image: "", ids });
const anApproval = (ids: string[]) => ApprovalForm.parse({ ids, idsConfirmed: true });

async function valuesOf(productId: string): Promise<(string | Erased)[]> {
  const listed = await listProductIds(shop.services, admin, productId);
  if (!listed.ok) throw new Error(listed.code);
  return listed.value.page.rows.map(({ value }) => value);
}

/** All rows of the books, which no refusal may change. */
async function everything(): Promise<unknown> {
  const { rows } = await shop.services.db.$client.query(
    `select (select count(*) from products) as products, (select count(*) from units) as units, (select count(*) from free_units) as free,
      (select count(*) from order_units) as held, (select count(*) from ledger) as ledger, (select count(*) from batches) as batches`,
  );
  return rows;
}

test("[S3.9] hidden characters make no second ID by adding IDs, a list or a file", async () => {
  const { id } = await aProduct(shop, { ids: ["RAIL_1"] });
  for (const ids of [spellings("RAIL_1").join("\n"), spellings("RAIL_1")]) {
    const { length } = spellings("RAIL_1");
    expect(await addIds(shop.services, admin, { productId: id, ids })).toEqual({
      ok: true,
      value: expect.objectContaining({ added: 0, skipped: length }),
    });
  }
  expect(await addIds(shop.services, admin, { productId: id, ids: "NEW\u200b_1\nNEW_1\u200e\n\u200b\n" })).toMatchObject({
    value: { added: 1, skipped: 1 },
  });
  expect(await valuesOf(id)).toEqual(["RAIL_1", "NEW_1"]);
});

test("[S3.9] the form names what was removed from the IDs", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const added = await addIds(shop.services, admin, { productId: id, ids: "clean-1\n\u00a0dirty\u200b-1\u200e\n" });
  expect(added).toEqual({
    ok: true,
    value: { added: 2, skipped: 0, cleaned: { count: 1, first: [{ value: "dirty-1", removed: ["U+00A0", "U+200E", "U+200B"] }] } },
  });
});

test("[S3.9] hidden characters make no second ID by a product's forms or a checked import", async () => {
  const { id } = await aProduct(shop, { ids: ["FORM_1"] });
  const lines = spellings("FORM_1").join("\n");
  const edited = await editProduct(shop.services, admin, id, aForm(lines));
  expect(edited).toMatchObject({ ok: true, value: { added: 0 } });
  const before = await everything();
  expect(await addProduct(shop.services, admin, aForm(lines))).toMatchObject({ ok: false, code: "idOfOtherProduct", field: "ids" });
  expect(await addProduct(shop.services, admin, aForm("\u200b\n\u2060"))).toMatchObject({ ok: false, code: "idsRequired" });
  expect(await everything()).toEqual(before);

  const batchId = await checkedImport(shop, admin, id, [...spellings("FORM_1"), "FORM_2\u200b", "FORM_2"]);
  const batch = await findBatch(shop.services, anOwner, batchId);
  expect(batch?.report).toEqual({ inStock: 1, repeated: spellings("FORM_1").length, new: 1, cleaned: spellings("FORM_1").length + 1 });
  expect(batch?.shown).toContainEqual({
    sort: "new",
    value: "FORM_2",
    removed: ["U+200B"],
    line: spellings("FORM_1").length + 1,
    isOfFile: false,
  });
  expect(await addBatch(shop.services, admin, batchId, ["new", "odd"])).toMatchObject({ value: { added: 1 } });
  expect(await valuesOf(id)).toEqual(["FORM_1", "FORM_2"]);
});

test("[S3.9] an ID that is only spelled otherwise is refused at every entrance, and the other one is named", async () => {
  const { id } = await aProduct(shop, { ids: ["x2"] });
  const other = await aProduct(shop, { ids: ["spare-1"] });
  const order = await aPendingOrder(shop, { productId: other.id });
  const before = await everything();
  const isNamed = { ok: false, code: "idAlike", words: { id: "x²", twin: "x2" } };
  for (const productId of [id, other.id]) {
    expect(await addIds(shop.services, admin, { productId, ids: "x²" })).toMatchObject({ ...isNamed, field: "ids" });
    expect(await editProduct(shop.services, admin, productId, aForm("fine-1\nx²"))).toMatchObject(isNamed);
  }
  expect(await addProduct(shop.services, admin, aForm("x²"))).toMatchObject(isNamed);
  expect(await addIds(shop.services, admin, { productId: id, ids: "y-1\ny\u20111" })).toMatchObject({ code: "idAlike" });
  expect(await everything()).toEqual(before);

  const batchId = await checkedImport(shop, admin, id, ["x²", "y-1", "y\u20111"]);
  const batch = await findBatch(shop.services, anOwner, batchId);
  expect(batch?.report).toEqual({ alike: 2, new: 1 });
  expect(batch?.shown).toContainEqual({ sort: "alike", value: "x²", alike: "x2", line: 1, isOfFile: false });
  expect(await addBatch(shop.services, admin, batchId, ["new", "odd", "unlike", "removed"])).toMatchObject({ value: { added: 1 } });

  const mine = await aPendingOrder(shop, { productId: id });
  const held = await reservedValuesOf(shop.services, mine.requestCode);
  expect(held).toEqual(["x2"]);
  expect(await approveOrder(shop.services, admin, mine.requestCode, anApproval(["x²"]))).toMatchObject(isNamed);
  expect(await approveOrder(shop.services, admin, order.requestCode, anApproval(["x²"]))).toMatchObject({ code: "idWithOtherOrder" });
  expect(await approveOrder(shop.services, admin, mine.requestCode, anApproval(["x2"]))).toMatchObject({ ok: true });
  expect(await replaceId(shop.services, admin, mine.requestCode, ReplacementForm.parse({ faulty: "x2", id: "x²" }))).toMatchObject({
    code: "idAlreadyInOrder",
  });
  expect(await addIds(shop.services, admin, { productId: id, ids: "x²" })).toMatchObject(isNamed);
});

test("[S4.5] approving with a hidden character delivers the ID itself, and nothing of it returns to the stock", async () => {
  const { id } = await aProduct(shop, { ids: ["APP_1"] });
  const order = await aPendingOrder(shop, { productId: id });
  expect(await approveOrder(shop.services, admin, order.requestCode, anApproval(["APP_1\u200e"]))).toMatchObject({ ok: true });
  expect(await deliveredValuesOf(shop.services, order.requestCode)).toEqual(["APP_1"]);
  expect(await booksOf(shop, id)).toEqual({ counter: 0, free: 0, held: 0, delivered: 1, withdrawn: 0, units: 1 });

  await addIds(shop.services, admin, { productId: id, ids: "APP_2\nAPP_3" });
  const next = await aPendingOrder(shop, { productId: id });
  for (const spelled of spellings("APP_1"))
    expect(await approveOrder(shop.services, admin, next.requestCode, anApproval([spelled]))).toMatchObject({ code: "idWithOtherOrder" });
  expect(await approveOrder(shop.services, admin, next.requestCode, anApproval(["\u200b"]))).toMatchObject({ code: "exactlyNIds" });
  const two = await aPendingOrder(shop, { productId: id, quantity: 1 });
  expect(await approveOrder(shop.services, admin, two.requestCode, { ...anApproval([]), ids: ["\u200b"] })).toMatchObject({
    code: "exactlyNIds",
  });
  expect(await approveOrder(shop.services, admin, two.requestCode, anApproval(["NEVER_1", "NEVER_1\u200b"]))).toMatchObject({
    code: "exactlyNIds",
  });
});

test("[S2.9] a replacement is known by the same rule: the dead one, another's and one that is new", async () => {
  const { id } = await aProduct(shop, { ids: ["REP_1", "REP_2"] });
  const order = await aPendingOrder(shop, { productId: id });
  await approveOrder(shop.services, admin, order.requestCode, anApproval(["REP_1"]));
  const other = await aPendingOrder(shop, { productId: id });
  const replace = (faulty: string, given: string) =>
    replaceId(shop.services, admin, order.requestCode, ReplacementForm.parse({ faulty, id: given, idsConfirmed: true }));
  for (const spelled of spellings("REP_1")) expect(await replace("REP_1", spelled)).toMatchObject({ code: "idAlreadyInOrder" });
  for (const spelled of spellings("REP_2")) expect(await replace("REP_1", spelled)).toMatchObject({ code: "idWithOtherOrder" });
  expect(await replace("REP_1", "\u200b")).toMatchObject({ code: "invalidInput", field: "id" });
  expect(await replace("REP_1\u200b", "REP_3\u200b")).toEqual({ ok: true, value: null });
  expect(await deliveredValuesOf(shop.services, order.requestCode)).toEqual(["REP_3"]);
  expect(await addIds(shop.services, admin, { productId: id, ids: "REP_3" })).toMatchObject({ value: { added: 0, skipped: 1 } });
  expect(await reservedIdsOf(shop.services, other.requestCode)).toMatchObject([{ value: "REP_2" }]);
});

test("[S3.9] two at once add one ID in two spellings: it comes in once", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const added = await Promise.all(
    ["RACE_1", "RACE_1\u200b", "\u2060RACE_1", "RA\u00adCE_1"].map((ids) => addIds(shop.services, admin, { productId: id, ids })),
  );
  expect(added.reduce((sum, one) => sum + (one.ok ? one.value.added : 0), 0)).toBe(1);
  expect(await valuesOf(id)).toEqual(["RACE_1"]);
});

test("[S3.9] an ID gets its fingerprint in one place only", () => {
  const others = [
    "shop/contact/send-message.server.ts",
    "shop/orders/messages/store-message.server.ts",
    "shop/waitlist/waitlist-tokens.server.ts",
    "migration/old-shop/normalize-export.server.ts",
    "migration/importing/import-accounts.server.ts",
    "shop/orders/placing/holder.server.ts",
    "shop/orders/proofs/payment-fingerprint.server.ts",
    "shop/orders/search/fingerprint-emails.server.ts",
    "shop/orders/placing/place-order.server.ts",
    "shop/orders/payment/attempts/receive-event.server.ts",
    "shop/orders/payment/settling/buyer-marks.server.ts",
    "platform/rate-limit/rate-limit.server.ts",
    "platform/encryption/vault.server.ts",
    "shop/stock/books/id-fingerprint.server.ts",
  ].sort();
  const files = globSync("{shop,migration,platform,server,web,api}/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
  const drawing = files.filter((file) => /(?<![a-zA-Z])fingerprints?\(/.test(readFileSync(file, "utf8")));
  expect(files.length).toBeGreaterThan(500);
  expect(drawing.sort(), "what is no ID is named here; for an ID there is idFingerprint").toEqual(others);
  const texts = readFileSync("migration/old-shop/normalize-export.server.ts", "utf8").matchAll(/\.fingerprints?\(([^\n]*)/g);
  for (const [, what] of texts) expect(what, "rows of the old shop, never an ID alone").toMatch(/^JSON\.stringify\(/);
});
