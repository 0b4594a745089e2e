import { afterAll, beforeAll, expect, test } from "vitest";
import { products } from "#shop/catalogue/tables.server.ts";
import { searchPattern } from "#shop/search-pattern.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { PRODUCTS_FOUND_MAX, PRODUCTS_PAGE_SIZE } from "../constants.ts";
import { searchProductsOnSale } from "./products-on-sale.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const found = async (search: string | null, page = 1) => await searchProductsOnSale(shop.services, { search, page });
const names = async (search: string) => (await found(search)).products.map(({ name }) => name);

test("[S2.10] without a product there is one empty page", async () => {
  expect(await found(null)).toEqual({ products: [], total: 0, pages: 1, page: 1 });
});

test("[S2.26] every word of a search has to stand in the name or in the text of the description, whatever its case", async () => {
  await aProduct(shop, { name: "Örail FAMILY account", description: "<p class-x>Fresh &amp; <b>tested</b>, 5 &lt; 6</p>", ids: [] });
  await aProduct(shop, { name: "100% agent_account", description: "<p>Old</p>", ids: ["agent-1"] });
  expect(await names("family tested")).toEqual(["Örail FAMILY account"]);
  expect(await names(" ACCOUNT ")).toHaveLength(2);
  for (const one of ["& 5 <", "örail", "100% _"]) expect(await names(one)).toHaveLength(1);
  for (const none of ["class-x", "&amp;", "family old", "%%", "account'; drop table products"]) expect(await names(none)).toEqual([]);
  expect(await names("\0 old")).toEqual(["100% agent_account"]);
  expect((await found("agent")).products[0]).toMatchObject({ available: 1, pricePaise: 49_900, createdAt: expect.any(Date) });
});

test("[S2.10] many products come in pages, oldest first; a page beyond the last is the last, and hidden and deleted ones are left out", async () => {
  const at = (n: number) => shop.setNow(new Date(Date.UTC(2030, 0, 1, 0, 0, n)));
  const many: string[] = [];
  const length = PRODUCTS_PAGE_SIZE * 2 + 1;
  // Out of order, so that the order of the rows in the table is another one;
  // two were added at once.
  for (const n of Array.from({ length }, (_, n) => (n * 20) % length)) {
    at(n === 1 ? 0 : n);
    many[n] = (await aProduct(shop, { id: `many-${String(n).padStart(2, "0")}`, name: `Many ${n}`, ids: [] })).id;
  }
  shop.setNow();
  const pages = [await found("many", 1), await found("many", 2), await found("many", 3)];
  expect(pages.flatMap((page) => page.products.map(({ id }) => id))).toEqual(many);
  expect(pages.map(({ total, pages, page }) => [total, pages, page])).toEqual([1, 2, 3].map((page) => [many.length, 3, page]));
  for (const page of [4, 1e12]) expect(await found("many", page)).toEqual(pages[2]);
  for (const page of [0, -1, 1.5, Number.NaN]) expect(await found("many", page)).toEqual(pages[0]);

  await shop.services.db.update(products).set({ hiddenAt: new Date() });
  expect((await found(null)).total).toBe(0);
  await shop.services.db.update(products).set({ hiddenAt: null, deletedAt: new Date() });
  expect((await found(null)).total).toBe(0);
});

test("[S2.12] a page has its products with the stock of each, in as many queries for two as for none", async () => {
  const read = () => countQueries(shop, (services) => searchProductsOnSale(services, { search: "counted", page: 1 }));
  const none = await read();
  const full = await aProduct(shop, { name: "Counted full", ids: ["counted-1", "counted-2"] });
  const empty = await aProduct(shop, { name: "Counted empty", ids: [] });
  const { value, statements } = await read();
  expect(statements).toBe(none.statements);
  expect(value.products).toMatchObject([
    { id: full.id, available: 2 },
    { id: empty.id, available: 0 },
  ]);
});

test("[S2.26] a search counts so many products at most, and its pages end there", async () => {
  await shop.services.db.$client.query(
    `insert into products (id, name, price_paise, created_at, updated_at)
       select 'endless-' || n, 'Endless ' || n, 100, timestamptz '2031-01-01' + n * interval '1 second', now() from generate_series(1, $1) n`,
    [PRODUCTS_FOUND_MAX + 30],
  );
  await shop.services.db.$client.query("insert into product_stock (product_id) select id from products where id like 'endless-%'");
  const last = await found("endless", 1e6);
  expect([last.total, last.page]).toEqual([PRODUCTS_FOUND_MAX, last.pages]);
  expect(last.products.at(-1)?.name).toBe(`Endless ${last.pages * PRODUCTS_PAGE_SIZE}`);
  expect((await found("endless 103")).total).toBe(2);
  expect((await found(null)).total).toBe(PRODUCTS_FOUND_MAX + 30 + 2);
});

test("the index of trigrams tells where one or two letters or digits begin a word, and no row is looked at besides", async () => {
  const { $client } = shop.services.db;
  await $client.query(
    "insert into products (id, name, price_paise, created_at, updated_at) select 'p-' || n, 'Kind ' || n, 1, now(), now() from generate_series(1, 300) n",
  );
  const client = await $client.connect();
  try {
    await client.query("set enable_seqscan = off; set enable_indexscan = off");
    const { rows } = await client.query("explain (analyze, format json) select from products where searched ~ $1", [
      searchPattern("zq").pattern,
    ]);
    expect(JSON.stringify(rows)).toMatch(/"Index Name":"products_searched".*?"Actual Rows":0\b/);
  } finally {
    client.release(true);
  }
});
