import { expect, test } from "vitest";
import { PRODUCT_CHOICES_SHOWN } from "#shop/stock/constants.ts";
import { linksOf, tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import { ChooseProduct } from "./choose-product.tsx";

const products = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `p/${n}`, name: `Account ${n}`, language: "en" }));
const page = (count: number, search = "") =>
  written(<ChooseProduct about="product-ids" search={search} products={products(count)} />, { path: "/admin/dashboard?tab=product-ids" });

test("[S2.23] a few products are all offered, without a search", () => {
  const html = page(PRODUCT_CHOICES_SHOWN);
  expect(linksOf(html)).toHaveLength(PRODUCT_CHOICES_SHOWN);
  expect(linksOf(html)[1]).toEqual(["Account 1", "/admin/dashboard/product-ids/p%2F1"]);
  expect(tagsWith(html, "<input")).toEqual([]);
});

test("[S2.23] of many products the first are offered, and a search of the same tab finds the others", () => {
  const html = page(PRODUCT_CHOICES_SHOWN + 1);
  expect(linksOf(html)).toHaveLength(PRODUCT_CHOICES_SHOWN);
  expect(wordsOf(html)).toContain("Search for others");
  expect(tagsWith(html, 'name="tab"')[0]).toContain('value="product-ids"');
  expect(tagsWith(html, 'name="search"')).toHaveLength(1);
});

test("[S2.23] a search that finds nothing says so, and leads back to all", () => {
  const html = page(0, "nothing");
  expect(wordsOf(html)).toContain("nothing");
  expect(linksOf(html)).toContainEqual(["Show all products", "/admin/dashboard?tab=product-ids"]);
});
