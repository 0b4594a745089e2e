import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, refusalIn, TEST_ORIGIN } from "#tests/support/api/api.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
});
afterAll(() => shop.close());

test("[S7.1] the catalogue is one object keyed by product id, with the old store's names", async () => {
  shop.setNow(new Date("2026-01-02T03:04:05.678Z"));
  const { id } = await aProduct(shop, { name: "Verified", price: 1234.5, description: "<b>Good</b>", image: "https://img.example/a.png" });
  const odd = await aProduct(shop, { id: "__proto__" });
  shop.setNow();
  const answer = await call("/products_database/products.json");
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  const products = JSON.parse(await answer.text(), (_key, value) =>
    value && typeof value === "object" ? new Map(Object.entries(value)) : value,
  );
  const at = "2026-01-02T03:04:05.678Z";
  const expected = {
    name: "Verified",
    price: 1234.5,
    description: "<b>Good</b>",
    image: "https://img.example/a.png",
    createdAt: at,
    updatedAt: at,
  };
  expect(Object.fromEntries(products.get(id))).toEqual(expected);
  expect(Object.fromEntries(products.get("__proto__"))).toMatchObject({ name: odd.name });
});

test("[S7.2] [S2.12] the stock of a product is what can be bought now", async () => {
  const { id } = await aProduct(shop, { ids: ["a", "b"] });
  expect(await (await call(`/api/get-stock/${id}`)).json()).toEqual({ availableStock: 2 });
  await aPendingOrder(shop, { productId: id, quantity: 2 });
  expect(await (await call(`/api/get-stock/${id}`)).json()).toEqual({ availableStock: 0 });
});

test("[S7.2] [S2.13] an unknown product is a 404 with its sentence", async () => {
  for (const path of ["/api/get-stock/nobody", "/api/products/nobody"]) {
    expect(await refusalIn(await call(path)), path).toEqual({ status: 404, code: "productNotFound", error: "Product not found" });
  }
});

test("[S3.1] products come with their stock, one by one or all together in one query", async () => {
  const { id, name } = await aProduct(shop, { price: 0.01, ids: ["x"] });
  const expected = { id, name, price: 0.01, availableStock: 1, isSample: false };
  expect(await (await call(`/api/products/${id}`)).json()).toMatchObject(expected);

  const { value, statements } = await countQueries(shop, async (services) => (await openApi(services)("/api/products")).json());
  expect(value.products).toContainEqual(expect.objectContaining(expected));
  expect(value.next).toBeNull();
  expect(statements).toBe(1);
});

test("[S2.34] [S5.8] an admin adds a product with its IDs, and it is on sale at once, its description cleaned", async () => {
  const as = await anAdmin(shop);
  const json = {
    name: " Gold ",
    price: "149.50",
    description: '<p onclick="x()">Hi<script>alert(1)</script></p>',
    image: "",
    ids: "G-1\n\nG-2\nG-1",
  };
  const answer = await call("/api/admin/products", { json, as });
  expect(answer.status).toBe(201);
  const product = await answer.json();
  expect(product).toMatchObject({ id: expect.any(String), name: "Gold", price: 149.5, image: "", availableStock: 2, added: 2, skipped: 1 });
  expect(product.description).not.toMatch(/script|onclick/);
  expect(await (await call(`/api/get-stock/${product.id}`)).json()).toEqual({ availableStock: 2 });
});

test("[S2.34] [S3.4] an admin changes a product and adds IDs; an order stays at the price it was placed at", async () => {
  const as = await anAdmin(shop);
  const { id } = await aProduct(shop, { price: 10, ids: ["E-1", "E-2"] });
  const order = await aPendingOrder(shop, { productId: id });
  const json = { name: "Renamed", price: 20, description: "", image: "https://img.example/b.png", ids: ["E-2", "E-3"] };
  const answer = await call(`/api/admin/products/${id}`, { method: "PUT", json, as });
  expect(await answer.json()).toMatchObject({ id, name: "Renamed", price: 20, availableStock: 2, added: 1, skipped: 1 });
  expect(await (await call(`/api/orders/${order.requestCode}`, { as })).json()).toMatchObject({
    price: 10,
    productName: "Verified account",
  });
});

test("[S10.6] [S10.15] products say how they are delivered, and what to do with their IDs to admins alone", async () => {
  const as = await anAdmin(shop);
  const json = { name: "Gold", price: 1, ids: ["D-1"], delivery: "after approval", instructions: "<p>Log in.</p>" };
  const added = await (await call("/api/admin/products", { json, as })).json();
  expect(added).toMatchObject({ delivery: "after_approval", instructions: { en: "<p>Log in.</p>" } });
  const shown = await (await call(`/api/products/${added.id}`)).json();
  expect(shown).toMatchObject({ delivery: "after_approval" });
  expect(shown).not.toHaveProperty("instructions");
  const put = (body: object) => call(`/api/admin/products/${added.id}`, { method: "PUT", json: { name: "Gold", price: 1, ...body }, as });
  expect(await (await put({ delivery: "instant" })).json()).toMatchObject({ delivery: "instant", instructions: { en: "<p>Log in.</p>" } });
  for (const wrong of [{ delivery: "later" }, { instructions: { english: "x" } }, { instructions: 7 }])
    expect(await refusalIn(await put(wrong)), JSON.stringify(wrong)).toMatchObject({ status: 422 });
});

test("[S5.10] a product with pending orders is not deleted, saying how many; without it is gone and its orders stay", async () => {
  const as = await anAdmin(shop);
  const { id } = await aProduct(shop);
  const order = await aPendingOrder(shop, { productId: id });
  const refusal = await refusalIn(await call(`/api/admin/products/${id}`, { method: "DELETE", as }));
  expect(refusal).toMatchObject({ status: 409, code: "productHasPendingOrders", error: expect.stringContaining("1 pending order") });
  expect(await booksOf(shop, id)).toMatchObject({ counter: 2, held: 1 });

  await call(`/api/admin/orders/${order.requestCode}/rejection`, { json: { reason: "gone" }, as });
  expect(await (await call(`/api/admin/products/${id}`, { method: "DELETE", as })).json()).toEqual({ id });
  expect((await call(`/api/get-stock/${id}`)).status).toBe(404);
  expect((await call(`/api/orders/${order.requestCode}`, { as })).status).toBe(200);
});

test("[S2.35] [S5.11] an admin reads a product's IDs with their states and adds new ones, known ones are counted", async () => {
  const as = await anAdmin(shop);
  const { id } = await aProduct(shop, { ids: ["I-1", "I-2"] });
  const order = await aPendingOrder(shop, { productId: id });
  const added = await call(`/api/admin/products/${id}/ids`, { json: { ids: ["I-2", "I-3"] }, as });
  const linesLeftOut = [{ kind: "in_stock", count: 1, first: [{ line: 1, isOfFile: false, value: "I-2" }] }];
  expect(await added.json()).toEqual({ added: 1, skipped: 1, linesLeftOut });

  const { ids, next } = await (await call(`/api/admin/products/${id}/ids`, { as })).json();
  expect(next).toBeNull();
  expect(ids).toEqual([
    { unitId: expect.stringMatching(/^\d+$/), value: "I-1", state: "reserved", requestCode: order.requestCode },
    { unitId: expect.stringMatching(/^\d+$/), value: "I-2", state: "available", requestCode: null },
    { unitId: expect.stringMatching(/^\d+$/), value: "I-3", state: "available", requestCode: null },
  ]);
  expect(await refusalIn(await call("/api/admin/products/nobody/ids", { as }))).toMatchObject({ status: 404, error: "Product not found" });
});

test("[S5.8] an uploaded picture is returned with its whole address, and what a client read can be sent back", async () => {
  const as = await anAdmin(shop);
  const image = `/product-images/${"ab".repeat(24)}.webp`;
  const { id } = await aProduct(shop, { image });
  const address = TEST_ORIGIN + image;
  expect(await (await call(`/api/products/${id}`)).json()).toMatchObject({ image: address });
  expect((await (await call("/products_database/products.json")).json())[id]).toMatchObject({ image: address });
  expect((await (await call("/api/products")).json()).products).toContainEqual(expect.objectContaining({ id, image: address }));

  const json = { name: "Same picture", price: 5, description: "", image: address };
  const sameShopElsewhere = { ...json, image: `http://192.168.1.7:4700${image}` };
  for (const given of [json, sameShopElsewhere]) {
    expect(await (await call(`/api/admin/products/${id}`, { method: "PUT", json: given, as })).json()).toMatchObject({ image: address });
  }
  const other = await aProduct(shop);
  const attempts = [
    await call(`/api/admin/products/${other.id}`, { method: "PUT", json, as }),
    await call("/api/admin/products", { json: { ...json, ids: "N-1" }, as }),
  ];
  for (const answer of attempts) expect(await refusalIn(answer)).toMatchObject({ status: 409, code: "imageNotItsOwn" });
});

test("[S5.11] IDs can be checked before they are added: each line has its kind and number, and nothing is written", async () => {
  const as = await anAdmin(shop);
  const { id } = await aProduct(shop, { ids: ["Check-1"] });
  const other = await aProduct(shop, { ids: ["Check-2"] });
  const check = (json: object) => call("/api/admin/id-check", { json, as });
  const line = (kind: string, value: string, at: number) => ({ kind, count: 1, first: [{ line: at, isOfFile: false, value }] });
  const before = [await booksOf(shop, id), await booksOf(shop, other.id)];
  expect(await (await check({ productId: id, ids: "Check-1\nCheck-2\n\nCheck-3\nCheck-3" })).json()).toEqual({
    lines: [line("new", "Check-3", 4), line("repeated", "Check-3", 5), line("in_stock", "Check-1", 1), line("elsewhere", "Check-2", 2)],
  });
  expect(await (await check({ ids: ["Check-1"] })).json()).toEqual({ lines: [line("elsewhere", "Check-1", 1)] });
  expect(await refusalIn(await check({ ids: "User ID\nCheck-1" }))).toMatchObject({ status: 422, code: "idsLookLikeTable" });
  expect(await refusalIn(await check({ productId: "nope", ids: "x" }))).toMatchObject({ status: 404, code: "productNotFound" });
  expect([await booksOf(shop, id), await booksOf(shop, other.id)]).toEqual(before);
});

test("[S2.25] IDs come as a multipart form too, with a file of them", async () => {
  const as = await anAdmin(shop);
  const { id } = await aProduct(shop, { ids: [] });
  const form = (file: BlobPart) => {
    const fields = new FormData();
    fields.set("ids", "M-1");
    fields.set("idsFile", new File([file], "ids.txt"));
    return fields;
  };
  const added = await call(`/api/admin/products/${id}/ids`, { body: form("M-2\r\nM-3\r\nM-1\r\n"), as });
  const linesLeftOut = [{ kind: "repeated", count: 1, first: [{ line: 3, isOfFile: true, value: "M-1" }] }];
  expect([added.status, await added.json()]).toEqual([200, { added: 3, skipped: 1, linesLeftOut }]);
  const refused = await refusalIn(await call(`/api/admin/products/${id}/ids`, { body: form("\0"), as }));
  expect(refused).toMatchObject({ status: 415, code: "idsFileNotText" });
});

test("[S5.11] a text of IDs that is a table is refused until the call says how to read it; a list is never taken apart", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const as = await anAdmin(shop);
  const put = (json: object) => call(`/api/admin/products/${id}/ids`, { json, as });
  const table = "User ID,Password\nRAIL_api1,one\nRAIL_api2,two";
  expect(await refusalIn(await put({ ids: table }))).toMatchObject({ status: 422, code: "idsLookLikeTable" });
  const product = { name: "With a table", price: 1, ids: table };
  expect(await refusalIn(await call("/api/admin/products", { json: product, as }))).toMatchObject({
    code: "idsLookLikeTable",
  });
  expect(await refusalIn(await call(`/api/admin/products/${id}`, { method: "PUT", json: product, as }))).toMatchObject({
    code: "idsLookLikeTable",
  });
  expect((await (await call(`/api/admin/products/${id}/ids`, { as })).json()).ids).toEqual([]);

  const columns = { layout: "columns", columns: [1, 2], hasHeader: true, joiner: "|" };
  expect(await (await put({ ids: table, ...columns })).json()).toMatchObject({ added: 2, skipped: 0 });
  expect(await (await put({ ids: ["User ID\tPassword", "a,b,c", "1. d"] })).json()).toMatchObject({ added: 3 });
  for (const end of ["\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\f"])
    expect(await refusalIn(await put({ ids: [`two${end}lines`] }))).toMatchObject({ status: 422, code: "idHasLineEnd" });
  const { ids } = await (await call(`/api/admin/products/${id}/ids`, { as })).json();
  expect(ids.map(({ value }: { value: string }) => value)).toEqual(["RAIL_api1|one", "RAIL_api2|two", "User ID Password", "a,b,c", "1. d"]);
});

test("[S3.9] the answer says what was taken out of IDs", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const answer = await call(`/api/admin/products/${id}/ids`, { json: { ids: ["A\u200b-1", "A-2"] }, as: await anAdmin(shop) });
  expect(await answer.json()).toEqual({ added: 2, skipped: 0, cleaned: { count: 1, first: [{ value: "A-1", removed: ["U+200B"] }] } });
});
