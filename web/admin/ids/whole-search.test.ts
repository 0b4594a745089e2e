import { expect, test } from "vitest";
import { PRODUCT_IDS_PAGE_SIZE } from "#shop/stock/constants.ts";
import type { PageOfIds, ProductId } from "#shop/stock/ids/product-id.ts";
import { wholeSearch } from "./whole-search.ts";

const ids = (from: number, to: number): ProductId[] =>
  Array.from({ length: to - from }, (_, n) => ({ unitId: from + n, value: `id-${from + n}`, state: "available", requestCode: null }));

/** The result of one request of a search. */
function part(
  rows: ProductId[],
  { goesOn = null, next = goesOn, total = 10 }: { goesOn?: string | null; next?: string | null; total?: number } = {},
) {
  return { rows, next, available: rows.length, search: { isExact: false, searched: 10, total, goesOn } } satisfies PageOfIds;
}

test("[S2.35] the parts of a search are one page: their IDs in order, what is available, and how far it is", () => {
  const first = part(ids(0, 2), { goesOn: "10", total: 25 });
  expect(wholeSearch(first, [])).toEqual(first);
  expect(wholeSearch(first, [part(ids(10, 11), { goesOn: "20" })])).toEqual({
    rows: [...ids(0, 2), ...ids(10, 11)],
    next: "20",
    available: 3,
    search: { isExact: false, searched: 20, total: 25, goesOn: "20" },
  });
  expect(wholeSearch(first, [part(ids(10, 11), { goesOn: "20" }), part([])])).toMatchObject({
    next: null,
    search: { goesOn: null, searched: 30, total: 30 },
  });
});

test("[S2.35] more than a page of them ends where the page is full, and all are counted", () => {
  const full = part(ids(0, PRODUCT_IDS_PAGE_SIZE - 1), { goesOn: "900" });
  const whole = wholeSearch(full, [part(ids(900, 903))]);
  expect(whole.rows).toHaveLength(PRODUCT_IDS_PAGE_SIZE);
  expect(whole).toMatchObject({ next: "900", available: PRODUCT_IDS_PAGE_SIZE + 2, search: { goesOn: null } });

  const cut = part(ids(0, PRODUCT_IDS_PAGE_SIZE), { next: String(PRODUCT_IDS_PAGE_SIZE - 1) });
  expect(wholeSearch(cut, []).next).toBe(String(PRODUCT_IDS_PAGE_SIZE - 1));
});

test("[S2.35] a page that is no search is as it came", () => {
  const plain: PageOfIds = { rows: ids(0, 3), next: "2", available: 9, search: null };
  expect(wholeSearch(plain, [])).toBe(plain);
});
