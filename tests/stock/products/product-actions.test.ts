import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { DESCRIPTION_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { listProductIds } from "#shop/stock/ids/reading/product-ids.server.ts";
import { findProductOnSale, listProductsOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { english } from "#tests/support/english.ts";
import { aCustomer, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { streamed } from "#tests/support/web/streamed.ts";
import { action as addIds } from "#web/admin/ids/add-ids.tsx";
import { action as deleteIds } from "#web/admin/ids/product-ids-deletion.ts";
import { loader as idsText } from "#web/admin/ids/product-ids-text.ts";
import { action as addProduct } from "#web/admin/products/editing/add-product.tsx";
import { action as previewDescription } from "#web/admin/products/editing/description-preview.ts";
import { action as changeProduct } from "#web/admin/products/editing/edit-product.tsx";
import { action as deleteProduct } from "#web/admin/products/inventory/product-deletion.ts";
import { action as restoreProduct } from "#web/admin/products/inventory/product-restoration.ts";
import { action as setVisibility } from "#web/admin/products/inventory/product-visibility.ts";
import { action as removeSamples } from "#web/admin/products/inventory/samples-removal.ts";
import { requestContext } from "#web/context.ts";

let shop: TestShop;
let admin: Visitor;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

/** The arguments of an action, whose type is different for each route. */
function given(fields: Record<string, string> | FormData, productId = "", visitor = admin, services = shop.services) {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services, visitor, incident: "incident-1", origin: "http://localhost" }));
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
  const request = new Request("http://localhost/admin", { method: "POST", body });
  return { request, context, params: { productId } } as never;
}

const broken = () => ({ ...shop.services, db: undefined }) as unknown as TestShop["services"];
const typed = { name: "Regular account ID", price: "99", description: "", image: "", ids: "" };

test("[S2.34] [S8.2] a product is added with its sentence, and says how many IDs came", async () => {
  const { data } = await addProduct(given({ ...typed, ids: "door-1\ndoor-1\ndoor-2" }));
  expect(data).toMatchObject({ ok: true, sentence: "Product added successfully!", value: { added: 2, skipped: 1 } });
});

test("[S5.8] a refused product is explained beside its field, with what was typed", async () => {
  const fields = { ...typed, price: "-1", ids: "a\nb" };
  const { data, init } = await addProduct(given(fields));
  expect(init?.status).toBe(422);
  expect(data).toMatchObject({ ok: false, field: "price", typed: fields });
});

test("[S8.1] an addition, a change and a deletion that fail say so, with the number of the failure", async () => {
  const failures = [
    [addProduct(given({ ...typed, ids: "x" }, "", admin, broken())), /^Failed to add product: .*incident-1/],
    [changeProduct(given(typed, "some", admin, broken())), /^Failed to update product: .*incident-1/],
    [deleteProduct(given({}, "some", admin, broken())), /^Failed to delete product$/],
  ] as const;
  for (const [answer, sentence] of failures) {
    const { data, init } = await answer;
    expect(init?.status).toBe(500);
    expect(data).toMatchObject({ ok: false, incident: "incident-1", sentence: expect.stringMatching(sentence) });
  }
});

test("[S2.34] [S8.2] a product is changed; one that is not there is 404", async () => {
  const { id } = await aProduct(shop);
  const { data } = await changeProduct(given({ ...typed, price: "0.01" }, id));
  expect(data).toMatchObject({ ok: true, sentence: "Product updated successfully!" });
  expect(await findProductOnSale(shop.services, id)).toMatchObject({ name: "Regular account ID", pricePaise: 1, available: 3 });
  const missing = await changeProduct(given(typed, "nowhere"));
  expect([missing.init?.status, missing.data.sentence]).toEqual([404, "Product details not found"]);
});

test("[S5.8] an edit of a product that was changed meanwhile shows the changes, still has what was typed, and can be saved again", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const seen = await findProductOnSale(shop.services, id);
  const seenAt = seen?.updatedAt.toISOString() ?? "";
  expect((await changeProduct(given({ ...typed, name: "First", seenAt }, id))).data).toMatchObject({ ok: true });
  const late = { ...typed, name: "Second", seenAt };
  const { data, init } = await changeProduct(given(late, id));
  expect([init?.status, data]).toMatchObject([409, { code: "productChangedMeanwhile", typed: late, current: { name: "First" } }]);
  const current = (data.current?.updatedAt ?? new Date(0)).toISOString();
  expect((await changeProduct(given({ ...late, seenAt: current }, id))).data).toMatchObject({ ok: true });
  expect(await findProductOnSale(shop.services, id)).toMatchObject({ name: "Second" });
  expect((await changeProduct(given({ ...late, seenAt: "yesterday" }, id))).init?.status).toBe(422);
});

test("[S2.34] a description's preview is what the shop makes of it, names what was removed, and does not change what was typed", async () => {
  const fields = { ...typed, name: "", description: "<p onclick=x>Fresh</p><script>alert(1)</script>" };
  const { data } = await previewDescription(given(fields));
  const preview = { html: "<p>Fresh</p>", takenOut: ["onclick", "<script>"] };
  expect(data).toMatchObject({ ok: true, sentence: null, preview, typed: fields });
  const tooLong = await previewDescription(given({ ...fields, description: "&".repeat(DESCRIPTION_MAX_LENGTH) }));
  expect([tooLong.init?.status, tooLong.data]).toMatchObject([422, { code: "fieldTooLong", field: "description" }]);
});

test("[S2.33] a product is hidden and shown with its sentence", async () => {
  const { id } = await aProduct(shop);
  expect((await setVisibility(given({ visible: "no" }, id))).data).toMatchObject({ ok: true, sentence: english("productHidden") });
  expect(await findProductOnSale(shop.services, id)).toBeNull();
  expect((await setVisibility(given({ visible: "yes" }, id))).data).toMatchObject({ ok: true, sentence: english("productShown") });
  expect(await findProductOnSale(shop.services, id)).toMatchObject({ id });
  expect((await setVisibility(given({}, id))).init?.status).toBe(422);
  expect((await setVisibility(given({ visible: "no" }, "nowhere"))).data).toMatchObject({ sentence: "Product not found" });
});

test("[S5.10] a deleted product is restored with its sentence, which counts its IDs", async () => {
  const { id, ids } = await aProduct(shop);
  const other = await aProduct(shop, { ids: [] });
  await deleteProduct(given({}, id));
  await addIds(given({ productId: other.id, ids: ids[0] ?? "" }));
  const { data } = await restoreProduct(given({}, id));
  expect(data).toMatchObject({ ok: true, sentence: english("productRestored", { n: 2 }), value: { leftOut: 1 } });
  expect((await restoreProduct(given({}, id))).init?.status).toBe(409);
});

test("[S2.35] one ID is deleted, or all that match, and the answer says how many", async () => {
  const { id } = await aProduct(shop, { ids: ["go-1", "go-2", "stay"].map((word) => `${word}-at-door`) });
  const listed = await listProductIds(shop.services, admin, id, { search: "go-1" });
  const unitId = String(listed.ok && listed.value.page.rows[0]?.unitId);
  expect((await deleteIds(given({ which: "chosen", unitId }, id))).data).toMatchObject({
    ok: true,
    sentence: english("idsDeleted", { n: 1 }),
  });
  const matching = { which: "matching", search: "at-door", expected: "3" };
  expect((await deleteIds(given(matching, id))).data).toMatchObject({
    sentence: english("idsDeleted", { n: 2 }),
    value: { notDeleted: 1 },
  });
  expect((await deleteIds(given({ which: "chosen", unitId }, id))).data).toMatchObject({ sentence: english("noIdAvailable") });
  for (const fields of [{ which: "all" }, { which: "chosen", unitId: "x" }, { which: "chosen", unitId: "-1" }] as Record<
    string,
    string
  >[]) {
    expect((await deleteIds(given(fields, id))).init?.status).toBe(422);
  }
});

test("[S5.10] a product with a pending order is not deleted, one without is", async () => {
  const { id } = await aProduct(shop);
  await aPendingOrder(shop, { productId: id });
  const refused = await deleteProduct(given({}, id));
  expect([refused.init?.status, refused.data.sentence]).toEqual([409, "This product has 1 pending order. Handle them first."]);
  const free = await aProduct(shop);
  expect((await deleteProduct(given({}, free.id))).data).toMatchObject({ ok: true });
  expect(await findProductOnSale(shop.services, free.id)).toBeNull();
});

test("[S2.25] [S5.7] [S5.11] IDs are appended with their sentence; without product or text it asks for both", async () => {
  const { id } = await aProduct(shop, { ids: ["known-at-door"] });
  const added = await addIds(given({ productId: id, ids: "known-at-door\nnew-at-door" }));
  expect(added.data).toMatchObject({ sentence: "Added 1 IDs to product.", value: { added: 1, skipped: 1 } });
  for (const fields of [{ productId: "", ids: "a" }, { productId: id, ids: " " }, {}]) {
    const { data, init } = await addIds(given(fields as Record<string, string>));
    expect([init?.status, data.sentence]).toEqual([422, "Select a product and paste IDs first."]);
  }
});

test("[S6.3] [S6.5] a customer who posts by hand changes nothing and reads no ID", async () => {
  const customer = await aCustomer(shop);
  const { id } = await aProduct(shop, { isSample: true });
  const before = await listProductsOnSale(shop.services);
  const answers = await Promise.all([
    addProduct(given({ ...typed, ids: "by-hand" }, "", customer)),
    changeProduct(given(typed, id, customer)),
    deleteProduct(given({}, id, customer)),
    removeSamples(given({}, "", customer)),
    addIds(given({ productId: id, ids: "by-hand" }, "", customer)),
    setVisibility(given({ visible: "no" }, id, customer)),
    restoreProduct(given({}, id, customer)),
    deleteIds(given({ which: "matching", search: "", expected: "9" }, id, customer)),
  ]);
  for (const { init } of answers) expect(init?.status).toBe(403);
  expect(await listProductsOnSale(shop.services)).toEqual(before);
  await expect(idsText(given({}, id, customer))).rejects.toMatchObject({ status: 403 });
});

test("one click removes the samples", async () => {
  const { id } = await aProduct(shop, { isSample: true });
  expect((await removeSamples(given({}))).data).toMatchObject({ ok: true, sentence: english("samplesRemoved") });
  expect(await findProductOnSale(shop.services, id)).toBeNull();
});

test("[S2.35] the IDs come as a text file that is named after the product and stored nowhere", async () => {
  const { id } = await aProduct(shop, { name: "Räil “ID” 1", ids: ["t-1", "t-2"] });
  const answer = await idsText(given({}, id));
  expect(await answer.text()).toBe("t-1\nt-2\n");
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": 'attachment; filename="r-il-id-1-ids.txt"',
    "cache-control": "private, no-store",
  });
});

const upload = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], "photo.png", { type: "image/png" });
function multipart(fields: Record<string, string>, imageUpload: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, imageUpload })) form.append(name, value);
  return form;
}
const imageOf = async (id: string) => (await findProductOnSale(shop.services, id))?.image;
const storedImages = async () => (await readdir(join(shop.filesFolder, "product-images"))).map((name) => `/product-images/${name}`);

test("[S5.8] an uploaded picture is preferred to a link; later it stays, is replaced by a link, or removed, and no file stays behind", async () => {
  const { id } = await aProduct(shop);
  const bytes = new Uint8Array(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#05a" } })
      .png()
      .toBuffer(),
  );
  const change = (fields: Record<string, string> | FormData) => changeProduct(given(fields, id));
  const uploaded = multipart({ ...typed, image: "https://img.example/1.png" }, upload(bytes));
  expect((await change(uploaded)).data).toMatchObject({ ok: true });
  const first = (await imageOf(id)) ?? "";
  expect(await storedImages()).toEqual([first]);

  await change({ ...typed, keptImage: first });
  expect(await imageOf(id)).toBe(first);
  await change({ ...typed, image: `http://localhost${first}` });
  expect(await imageOf(id)).toBe(first);
  await change(multipart({ ...typed, keptImage: first }, upload(bytes)));
  const second = (await imageOf(id)) ?? "";
  expect(await storedImages()).toEqual([second]);
  expect(second).not.toBe(first);

  const stale = await change({ ...typed, keptImage: first });
  expect([stale.init?.status, stale.data]).toMatchObject([409, { code: "imageNotItsOwn", field: "image" }]);
  await change({ ...typed, image: "https://img.example/2.png", keptImage: second });
  expect(await imageOf(id)).toBe("https://img.example/2.png");
  expect(await storedImages()).toEqual([]);

  await change(multipart(typed, upload(bytes)));
  expect(await storedImages()).toHaveLength(1);
  await change(typed);
  expect(await imageOf(id)).toBe("");
  expect(await storedImages()).toEqual([]);
});

test("[S5.8] a file that is no picture is refused beside the upload, with what was typed", async () => {
  const fields = { ...typed, ids: "no-picture" };
  const { data, init } = await addProduct(given(multipart(fields, upload(new TextEncoder().encode("no picture")))));
  expect(init?.status).toBe(415);
  expect(data).toMatchObject({ ok: false, field: "imageUpload", code: "imageNotAPicture", typed: fields });
  for (const keptImage of ["/payment-proofs/a.webp", "/../a"]) {
    expect((await addProduct(given({ ...fields, keptImage }))).data).toMatchObject({ ok: false, code: "imageUrlInvalid" });
  }
});

/** A form with a file of IDs. */
function withIdsFile(productId: string, lines: string): FormData {
  const form = new FormData();
  form.set("productId", productId);
  form.set("ids", "");
  form.set("idsFile", new File([lines], "ids.txt"));
  return form;
}

test("[S2.25] IDs come in a file too, and a file that is no text is refused beside its field", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const { data } = await addIds(given(withIdsFile(id, "file-1\r\nfile-2\r\n")));
  expect(data).toMatchObject({ ok: true, sentence: "Added 2 IDs to product." });
  const refused = await addIds(given(withIdsFile(id, "\0")));
  expect([refused.data, refused.init?.status]).toMatchObject([{ ok: false, field: "idsFile", sentence: english("idsFileNotText") }, 415]);
});

test("[S5.8] a product's form takes a file of IDs, without any that were pasted", async () => {
  const form = withIdsFile("", "formfile-1\nformfile-2");
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  expect((await addProduct(given(form))).data).toMatchObject({ ok: true, value: { added: 2 } });
});

test("[S2.25] [S5.10] an addition and a deletion stream their progress line by line, and last the answer", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const ids = Array.from({ length: 2_500 }, (_, n) => `told-${n}`).join("\n");
  expect(await linesOf(await streamed(addIds, given(withIdsFile(id, ids))))).toEqual([
    { done: 2_000, of: 2_500 },
    { done: 2_500, of: 2_500 },
    { answer: expect.objectContaining({ ok: true, sentence: "Added 2500 IDs to product." }) },
  ]);
  expect(await linesOf(await streamed(deleteProduct, given({}, id)))).toEqual([
    { done: 2_000, of: 2_500 },
    { done: 2_500, of: 2_500 },
    { answer: expect.objectContaining({ ok: true, sentence: english("productDeleted") }) },
  ]);
  const failed = await linesOf(await streamed(deleteProduct, given({}, id, admin, broken())));
  expect(failed).toEqual([{ answer: expect.objectContaining({ ok: false, kind: "failed", incident: "incident-1" }) }]);
});

test("[S2.25] an adding goes on when nobody listens to how far it is any more", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const ids = Array.from({ length: 4_500 }, (_, n) => `unheard-${n}`).join("\n");
  const answer = await streamed(addIds, given(withIdsFile(id, ids)));
  await answer.body?.cancel();
  await vi.waitFor(async () => expect(await findProductOnSale(shop.services, id)).toMatchObject({ available: 4_500 }), { timeout: 60_000 });
});

async function linesOf(answer: unknown): Promise<unknown[]> {
  if (!(answer instanceof Response)) throw new Error("no lines");
  return (await answer.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
