import { expect, test } from "vitest";
import { pagesToName, productsPath, readProductsQuery } from "./products-query.ts";

test("[S2.26] the address contains the search and the page, and parses back to the same", () => {
  const query = { search: "family & friends", page: 3 };
  expect(readProductsQuery(new URL(productsPath(query), "http://localhost").searchParams)).toEqual(query);
  expect(productsPath({ search: null, page: 1 })).toBe("/products");
  expect(readProductsQuery(new URLSearchParams("q=%20&page=0"))).toEqual({ search: null, page: 1 });
  for (const odd of ["-1", "1.5", "x", "1e99", ""]) expect(readProductsQuery(new URLSearchParams({ page: odd })).page).toBe(1);
});

test("the first, the last and the neighbouring pages are named, and none is left out alone", () => {
  expect(pagesToName(1, 1)).toEqual([1]);
  expect(pagesToName(2, 3)).toEqual([1, 2, 3]);
  expect(pagesToName(1, 21)).toEqual([1, 2, null, 21]);
  expect(pagesToName(4, 21)).toEqual([1, 2, 3, 4, 5, null, 21]);
  expect(pagesToName(10, 21)).toEqual([1, null, 9, 10, 11, null, 21]);
  expect(pagesToName(21, 21)).toEqual([1, null, 20, 21]);
});
