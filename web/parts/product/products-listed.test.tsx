import { expect, test } from "vitest";
import { PRODUCTS_FOUND_MAX } from "#shop/stock/constants.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { ProductsListed } from "./products-listed.ts";

test.each([
  [{ total: 1, page: 1, pages: 1, search: null }, "1 product"],
  [{ total: 1_234, page: 2, pages: 62, search: "" }, "1,234 products, page 2 of 62"],
  [{ total: 1, page: 1, pages: 1, search: "gold" }, "1 product found for “gold”"],
  [{ total: 30, page: 2, pages: 2, search: "{gold}" }, "30 products found for “{gold}”, page 2 of 2"],
  [{ total: PRODUCTS_FOUND_MAX, page: 1, pages: 50, search: "gold" }, "1,000 or more products found for “gold”, page 1 of 50"],
])("[S2.26] a list of products says how many there are: %o", (list, text) => {
  expect(wordsOf(written(<ProductsListed {...list} />))).toBe(text);
});
