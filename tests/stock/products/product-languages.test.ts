import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { DESCRIPTION_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { shownIn } from "#shop/catalogue/product.ts";
import type { ProductForm } from "#shop/catalogue/product-form.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { orderedName } from "#shop/orders/reading/ordered-name.ts";
import { firstSettings } from "#shop/settings/settings-list.ts";
import { addProduct } from "#shop/stock/products/add-product.server.ts";
import { editProduct } from "#shop/stock/products/edit-product.server.ts";
import { readInventory } from "#shop/stock/products/inventory.server.ts";
import { findProductOnSale, searchProductsOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { openApi } from "#tests/support/api/api.ts";
import { auditOf } from "#tests/support/shop/audit.ts";
import { anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { action as addByForm } from "#web/admin/products/editing/add-product.tsx";
import { action as previewDescription } from "#web/admin/products/editing/description-preview.ts";
import { action as changeByForm } from "#web/admin/products/editing/edit-product.tsx";
import { requestContext } from "#web/context.ts";
import { loader as productPage } from "#web/storefront/product/product.tsx";
import { loader as productsPage } from "#web/storefront/products/products.tsx";

let shop: TestShop;
let admin: Visitor;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());
beforeEach(() => speak("en"));

const hindi = { name: "गोल्ड अकाउंट", description: "<p>एक यात्री।</p>" };
let drawn = 0;
const aForm = (overrides: Partial<ProductForm> = {}): ProductForm => ({
  name: "Gold account",
  price: 9_900,
  description: "<p>One traveller.</p>",
  image: "",
  ids: `language-${++drawn}`,
  ...overrides,
});

async function added(overrides: Partial<ProductForm> = {}): Promise<string> {
  const answer = await addProduct(shop.services, admin, aForm(overrides));
  if (!answer.ok) throw new Error(answer.code);
  return answer.value.id;
}

const onSale = async (id: string) => await findProductOnSale(shop.services, id);

/** Changes the shop's own language. */
async function speak(language: string): Promise<void> {
  await shop.services.db.$client.query("update shop_settings set language = $1", [language]);
  shop.services.settings.forget();
}

/** The arguments of an action or loader, whose type is different for each route. */
function given(fields: Record<string, string> | null, { productId = "", address = "http://localhost/admin", language = "en" } = {}) {
  const context = new RouterContextProvider();
  context.set(
    requestContext,
    aRequest({ services: shop.services, visitor: admin, origin: "http://localhost", language, settings: firstSettings } as never),
  );
  const body = fields && new URLSearchParams(fields);
  const request = new Request(address, { method: body ? "POST" : "GET", body });
  return { request, url: new URL(address), context, params: { productId } } as never;
}

test("[S11.2] a product is added with its texts in the shop's language and in others", async () => {
  const id = await added({ translations: { hi: { name: "गोल्ड", description: "<p onclick=x>एक</p><script>x</script>" } } });
  expect(await onSale(id)).toMatchObject({
    name: "Gold account",
    description: "<p>One traveller.</p>",
    language: "en",
    translations: { hi: { name: "गोल्ड", description: "<p>एक</p>" } },
  });
});

test("[S11.2] a description that sanitizing leaves empty is none", async () => {
  const id = await added({ translations: { hi: { description: "<script>x</script>" } } });
  expect(await onSale(id)).toMatchObject({ translations: {} });
});

test("[S11.2] a too long description in another language is refused beside its own field", async () => {
  const translations = { hi: { description: "&".repeat(DESCRIPTION_MAX_LENGTH) } };
  const wrong = { ok: false, code: "fieldTooLong", field: "translations.hi.description" };
  expect(await addProduct(shop.services, admin, aForm({ translations }))).toMatchObject(wrong);
  const id = await added();
  expect(await editProduct(shop.services, admin, id, aForm({ ids: "", translations }))).toMatchObject(wrong);
  expect(await onSale(id)).toMatchObject({ translations: {} });
});

test("[S11.2] an edit without translations keeps them; the audit log says when they changed", async () => {
  const id = await added({ translations: { hi: hindi } });
  expect(await editProduct(shop.services, admin, id, aForm({ name: "Gold", ids: "" }))).toMatchObject({ ok: true });
  expect(await onSale(id)).toMatchObject({ name: "Gold", translations: { hi: hindi } });
  expect((await auditOf(shop, id)).at(-1)).toEqual(["product-changed", { fields: "name" }]);

  await editProduct(shop.services, admin, id, aForm({ name: "Gold", ids: "", translations: {} }));
  expect(await onSale(id)).toMatchObject({ name: "Gold", translations: {} });
  expect((await auditOf(shop, id)).at(-1)).toEqual(["product-changed", { fields: "translations" }]);
});

test("[S11.2] a product says which language its texts are in; a translation into the same one is ignored", async () => {
  const id = await added({ name: "सोना", language: "hi", translations: { hi: { name: "x" }, ta: { name: "தங்கம்" } } });
  expect(await onSale(id)).toMatchObject({ name: "सोना", language: "hi", translations: { ta: { name: "தங்கம்" } } });
});

test("[S11.2] the columns hold the shop's language as soon as there is a name in it", async () => {
  const id = await added({ name: "सोना", description: "", language: "hi" });
  await editProduct(shop.services, admin, id, aForm({ name: "सोना", description: "", ids: "", translations: { en: { name: "Gold" } } }));
  expect(await onSale(id)).toMatchObject({ name: "Gold", language: "en", translations: { hi: { name: "सोना" } } });
});

test("[S11.2] another language of the shop changes places with the texts where there is a name in it, and back", async () => {
  const both = await added({ translations: { hi: hindi } });
  const nameOnly = await added({ translations: { hi: { name: "नाम" } } });
  const nameless = await added({ translations: { hi: { description: "<p>बिना नाम</p>" } } });
  const english = await added();
  const before = await Promise.all([both, nameOnly, nameless, english].map(onSale));

  await speak("hi");
  const main = { name: "Gold account", description: "<p>One traveller.</p>" };
  expect(await onSale(both)).toMatchObject({ ...hindi, language: "hi", translations: { en: main } });
  expect(await onSale(nameOnly)).toMatchObject({ name: "नाम", description: "", language: "hi", translations: { en: main } });
  expect(await onSale(nameless), "keeps its language").toEqual(before[2]);
  expect(await onSale(english), "keeps its language").toEqual(before[3]);
  expect((await onSale(both))?.updatedAt.getTime()).toBeGreaterThan(before[0]?.updatedAt.getTime() ?? 0);
  const { products } = await readInventory(shop.services, anOwner, { search: "गोल्ड अकाउंट", page: 1 });
  expect(products, "admins read the shop's language").toContainEqual(expect.objectContaining({ id: both, name: hindi.name }));

  await speak("en");
  expect(await Promise.all([both, nameOnly, nameless, english].map(onSale))).toMatchObject(
    before.map((product) => ({ ...product, updatedAt: expect.any(Date) })),
  );
});

test("[S11.2] [S2.26] a search finds a product by its texts in every language", async () => {
  const id = await added({ name: "Unmatched", translations: { hi: { name: "तत्काल टिकट", description: "<p>क़ीमत &amp; भरोसा</p>" } } });
  const found = async (search: string) => (await searchProductsOnSale(shop.services, { search, page: 1 })).products.map((one) => one.id);
  for (const search of ["तत्काल", "unmatched टिकट", "भरोसा", "क़ीमत"]) expect(await found(search), search).toEqual([id]);
  for (const search of ["&amp; भरोसा तत्काल", "hi", "name"]) expect(await found(search), search).not.toContain(id);
  await editProduct(shop.services, admin, id, aForm({ name: "Unmatched", ids: "", translations: {} }));
  expect(await found("तत्काल")).toEqual([]);
});

test("[S11.2] no row has a translation that is no text, is empty, or is into its own language", async () => {
  const { id } = await aProduct(shop);
  const wrong = [
    { en: { name: "x" } },
    { hi: { name: "" } },
    { hi: {} },
    { hi: { price: "1" } },
    { hi: { name: 1 } },
    { HI: { name: "x" } },
    [],
    { hi: "x" },
  ];
  for (const translations of wrong) {
    const change = shop.services.db.$client.query("update products set translations = $2 where id = $1", [
      id,
      JSON.stringify(translations),
    ]);
    await expect(change, JSON.stringify(translations)).rejects.toThrow(/products_translations_check|on a non-object/);
  }
});

test("[S11.2] pages show a product in their language, and name the language of a text that has no translation", async () => {
  const { id } = await aProduct(shop, { name: "Gold", description: "<p>One</p>", translations: { hi: { name: "चाँदी" } } });
  const page = async (language: string) =>
    ((await productPage(given(null, { productId: id, language }))) as never as { data: { product: object } }).data.product;
  const inHindi = { id, name: "चाँदी", description: "<p>One</p>", descriptionLang: "en" };
  expect(await page("hi")).toMatchObject(inHindi);
  expect(await page("en")).toMatchObject({ name: "Gold", description: "<p>One</p>" });
  for (const language of ["en", "hi"]) expect(await page(language)).not.toHaveProperty("translations");
  expect(await page("en")).not.toHaveProperty("nameLang");
  const address = `http://localhost/products?q=${encodeURIComponent("चाँदी")}`;
  expect(await productsPage(given(null, { address, language: "hi" }))).toMatchObject({ found: { products: [inHindi] } });
  const product = await onSale(id);
  expect(product && shownIn("hi", { ...product, translations: {} })).toMatchObject({ name: "Gold", nameLang: "en", descriptionLang: "en" });
});

test("[S3.4] [S11.2] an order copies the product's names in every language", async () => {
  const { id } = await aProduct(shop, { name: "Gold", translations: { hi: { name: "सोना" }, ta: { description: "<p>x</p>" } } });
  const order = await aPendingOrder(shop, { productId: id });
  await shop.services.db.$client.query("update products set name = 'Silver', translations = '{}' where id = $1", [id]);
  const found = await findOrder(shop.services, admin, order.requestCode);
  if (!found) throw new Error("no order");
  expect(found).toMatchObject({ productName: "Gold", productNames: { en: "Gold", hi: "सोना" } });
  expect(orderedName(found, "hi")).toEqual({ text: "सोना" });
  expect(orderedName(found, "en")).toEqual({ text: "Gold" });
  expect(orderedName(found, "ta")).toEqual({ text: "Gold", lang: "en" });
  expect(orderedName({ productName: "Old", productNames: null }, "hi"), "of an order from before").toEqual({ text: "Old" });
});

const typed = { name: "Gold account", price: "99", description: "", image: "", language: "en" };

test("[S11.2] the form takes every language, and gives back what was typed", async () => {
  const fields = { ...typed, ids: "form-1", "translations.hi.name": " गोल्ड  अकाउंट ", "translations.hi.description": "" };
  const answer = await addByForm(given(fields));
  const { id = "" } = (answer.data as { value?: { id: string } }).value ?? {};
  expect(await onSale(id)).toMatchObject({ name: "Gold account", translations: { hi: { name: "गोल्ड अकाउंट" } } });

  const wrong = { ...typed, ids: "", "translations.hi.name": "x".repeat(201) };
  expect(await changeByForm(given(wrong, { productId: id }))).toMatchObject({
    data: { ok: false, field: "translations.hi.name", typed: { translations: { hi: { name: "x".repeat(201) } } } },
  });
  await changeByForm(given({ ...typed, ids: "", "translations.hi.name": "" }, { productId: id }));
  expect(await onSale(id), "an empty field takes the translation away").toMatchObject({ translations: {} });
});

test("[S2.34] [S11.2] without script a description is previewed in its language", async () => {
  const fields = { ...typed, description: "<p>One</p>", "translations.hi.description": "<p onclick=x>एक</p>" };
  const preview = async (query: string) =>
    (await previewDescription(given(fields, { address: `http://localhost/admin/products/new/description-preview${query}` }))).data.preview;
  expect(await preview("")).toEqual({ html: "<p>One</p>", takenOut: [], language: null });
  expect(await preview("?language=hi")).toEqual({ html: "<p>एक</p>", takenOut: ["onclick"], language: "hi" });
  expect(await preview("?language=__proto__")).toEqual({ html: "", takenOut: [], language: "__proto__" });
});

test("[S11.2] the API reads and writes every language; what it leaves out stays", async () => {
  const call = openApi(shop.services);
  const body = { name: "Gold", price: 1, ids: ["api-1"], translations: { hi: { name: "सोना", description: "<b onclick=x>एक</b>" } } };
  const write = (path: string, method: string, json: object) => call(path, { as: admin, method, json });
  const made = await (await write("/api/admin/products", "POST", body)).json();
  const translations = { hi: { name: "सोना", description: "<b>एक</b>" } };
  expect(made).toMatchObject({ name: "Gold", language: "en", translations });
  expect(await (await call(`/api/products/${made.id}`)).json()).toMatchObject({ language: "en", translations });
  const changed = await (await write(`/api/admin/products/${made.id}`, "PUT", { name: "Gold 2", price: 1 })).json();
  expect(changed).toMatchObject({ name: "Gold 2", translations });
  const refused = await write(`/api/admin/products/${made.id}`, "PUT", { name: "Gold", price: 1, translations: { hindi: { name: "x" } } });
  expect([refused.status, (await refused.json()).code]).toEqual([422, "invalidInput"]);
});
