import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGE_SIZE } from "#shop/constants.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { LOW_STOCK, PRODUCT_CHOICES_SHOWN } from "../constants.ts";
import { listProductChoices, readInventory } from "./inventory.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const inventory = (search = "", page = 1) => readInventory(shop.services, anOwner, { search, page });

test("[S2.33] an inventory without products has one empty page", async () => {
  expect(await inventory()).toEqual({ products: [], total: 0, pages: 1, page: 1, samples: 0, deleted: [], mostlyHeld: [] });
});

test("[S2.33] the inventory has what its table shows of each product, and counts the samples", async () => {
  const low = Array.from({ length: LOW_STOCK }, (_, n) => `low-${n}`);
  const { id } = await aProduct(shop, {
    name: "Sample & low",
    price: 1_234.5,
    ids: low,
    isSample: true,
    image: "https://img.example/1.png",
  });
  const product = { id, name: "Sample & low", pricePaise: 123_450, image: "https://img.example/1.png", isSample: true };
  expect(await inventory("LOW")).toMatchObject({ products: [{ ...product, available: LOW_STOCK, isHidden: false }], samples: 1 });
  expect(await listProductChoices(shop.services, anOwner)).toEqual([
    { id, name: "Sample & low", language: "en", pricePaise: 123_450, available: LOW_STOCK, isHidden: false },
  ]);
});

test("[S12.9] the inventory counts who waits for a product: confirmed addresses that got no email yet", async () => {
  const { id } = await aProduct(shop, { name: "Awaited", ids: [] });
  const waits = (n: number, confirmedAt: Date | null, notifiedAt: Date | null) =>
    shop.services.db.$client.query(
      `insert into waitlist (id, product_id, email, email_fingerprint, language, created_at, confirmed_at, notified_at, stored_until)
      values ($1, $2, 'x', $3, 'en', now(), $4, $5, now())`,
      [`waits-${n}`, id, Buffer.from([n]), confirmedAt, notifiedAt],
    );
  const at = new Date();
  await waits(1, at, null);
  await waits(2, at, null);
  await waits(3, at, at);
  await waits(4, null, null);
  expect((await inventory("awaited")).products).toMatchObject([{ id, waiting: 2 }]);
});

test("[S2.33] many products come in pages, newest first, with as many queries for many as for one, and are searched", async () => {
  const read = () => countQueries(shop, (services) => readInventory(services, anOwner, { search: "many", page: 1 }));
  const few = await read();
  const many: string[] = [];
  for (let n = 0; n < PAGE_SIZE + 1; n += 1) {
    shop.setNow(new Date(Date.UTC(2030, 0, 1, 0, 0, n)));
    many.unshift((await aProduct(shop, { name: `Many ${n}`, ids: [] })).id);
  }
  shop.setNow();
  const { value: first, statements } = await read();
  expect(statements).toBe(few.statements);
  const second = await inventory("many", 2);
  expect([first.products.length, second.products.length]).toEqual([PAGE_SIZE, 1]);
  expect([...first.products, ...second.products].map(({ id }) => id)).toEqual(many);
  expect([first.total, first.pages, first.page]).toEqual([PAGE_SIZE + 1, 2, 1]);
  expect(await inventory("many", 99)).toEqual(second);
  expect(await inventory("no such thing", 2)).toMatchObject({ products: [], total: 0, pages: 1, page: 1, samples: 1 });
});

test("[S2.25] to choose from there are as many products as a form offers and one more, those that a search finds, and the chosen one in any case", async () => {
  const old = new Date("2020-01-01T00:00:00Z");
  for (let n = 0; n < PRODUCT_CHOICES_SHOWN + 3; n += 1) {
    shop.setNow(new Date(old.getTime() + n));
    await aProduct(shop, { name: `Choice ${n}`, ids: [] });
  }
  shop.setNow();
  const names = async (asked: Parameters<typeof listProductChoices>[2]) =>
    (await listProductChoices(shop.services, anOwner, asked)).map(({ name }) => name);
  const first = await names({ search: "choice" });
  expect(first).toEqual(Array.from({ length: PRODUCT_CHOICES_SHOWN + 1 }, (_, n) => `Choice ${n}`));
  expect(await names({ search: "choice 102" })).toEqual(["Choice 102"]);
  const [last] = await listProductChoices(shop.services, anOwner, { search: "choice 102" });
  expect(await names({ search: "choice", chosen: last?.id ?? "" })).toEqual([...first, "Choice 102"]);
  expect(await names({ search: "choice", chosen: "no such product" })).toEqual(first);
});

test("[S2.33] the inventory shows only what runs low or is sold out, and sorts by name and stock", async () => {
  const ids = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${n}`);
  const zebra = await aProduct(shop, { name: "Filter zebra", ids: ids("zebra", 9) });
  const apple = await aProduct(shop, { name: "filter apple", ids: ids("apple", 2) });
  const mango = await aProduct(shop, { name: "Filter mango", ids: ids("mango", 1) });
  await aPendingOrder(shop, { productId: mango.id });
  await aProduct(shop, { name: "Filter never stocked", ids: [] });
  const names = async (shown: Partial<Parameters<typeof readInventory>[2]>) =>
    (await readInventory(shop.services, anOwner, { search: "filter", page: 1, ...shown })).products.map(({ name }) => name);

  expect(await names({ stock: "low" })).toEqual([apple.name]);
  expect(await names({ stock: "out" })).toEqual([mango.name]);
  expect(await names({ sort: "name" })).toEqual([apple.name, mango.name, "Filter never stocked", zebra.name]);
  expect((await names({ sort: "stock" })).slice(2)).toEqual([apple.name, zebra.name]);
});

test("[S2.33] sorted by name, a number counts as a number", async () => {
  const sorted = ["Counted 2 IDs", "counted 10 IDs", "Counted 10 IDs of 3", "Counted 10 IDs of 20", "Counted 632912345679", "Counted x"];
  for (const name of sorted.toReversed()) await aProduct(shop, { name, ids: [] });
  const { products } = await readInventory(shop.services, anOwner, { search: "counted", sort: "name", page: 1 });
  expect(products.map(({ name }) => name)).toEqual(sorted);
});
