import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGE_SIZE } from "#shop/constants.ts";
import { openApi } from "#tests/support/api/api.ts";
import { aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

let shop: TestShop;
let call: ReturnType<typeof openApi>;
beforeAll(async () => {
  shop = await openTestShop();
  call = openApi(shop.services);
});
afterAll(() => shop.close());

type Page = { products: { id: string }[]; next: string | null };
const page = async (after: string | null): Promise<Page> => {
  const answer = await call(after === null ? "/api/products" : `/api/products?after=${encodeURIComponent(after)}`);
  return answer.json();
};

test("[S3.1] many products come in pages, whole and without gaps also when some are added and hidden meanwhile, and many in one moment", async () => {
  const ids: string[] = [];
  shop.setNow(new Date("2026-03-04T05:06:07.089Z"));
  for (let n = 0; n < PAGE_SIZE * 2 + 5; n += 1) {
    if (n % 30 === 0) shop.setNow(new Date(Date.UTC(2026, 2, 4 + n / 30, 5, 6, 7, 89)));
    ids.push((await aProduct(shop, { ids: [] })).id);
  }
  shop.setNow();
  const seen: string[] = [];
  const sizes: number[] = [];
  const hidden: string[] = [];
  let last: string | undefined;
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const { products, next } = await page(after);
    sizes.push(products.length);
    seen.push(...products.map(({ id }) => id));
    after = next;
    if (last === undefined) {
      last = (await aProduct(shop, { ids: [] })).id;
      // Hides one product that was listed and one that was not: neither shifts the others.
      const { rows } = await shop.services.db.$client.query<{ id: string }>(
        "update products set hidden_at = now() where id = $1 or id = (select id from products where not id = any($2) order by created_at desc, id desc offset 3 limit 1) returning id",
        [seen[0], seen],
      );
      hidden.push(...rows.map(({ id }) => id));
    }
  }
  expect(sizes).toEqual([PAGE_SIZE, PAGE_SIZE, 5]);
  expect(new Set(seen).size).toBe(seen.length);
  expect(hidden).toHaveLength(2);
  const expected = new Set([...ids, last].filter((id) => id === seen[0] || !hidden.includes(String(id))));
  expect(new Set(seen)).toEqual(expected);
});

test("an unreadable cursor starts the list from the beginning", async () => {
  expect(await page("what is this")).toEqual(await page(null));
});
