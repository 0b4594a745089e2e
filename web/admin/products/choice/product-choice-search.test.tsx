import { expect, test } from "vitest";
import { PRODUCT_CHOICES_SHOWN } from "#shop/stock/constants.ts";
import { linksOf, tagsWith, wordsOf, written } from "#tests/support/web/render.tsx";
import { ProductChoiceSearch } from "./product-choice-search.tsx";

const page = (found: number, search = "") =>
  written(<ProductChoiceSearch action="/admin/add-ids" all="/admin/add-ids" search={search} found={found} />, { path: "/admin/add-ids" });

test("[S2.25] a few products are all offered, without a search", () => {
  expect(tagsWith(page(PRODUCT_CHOICES_SHOWN), "<input")).toEqual([]);
});

test("[S2.25] of many products the first are offered, and a search finds the others", () => {
  const html = page(PRODUCT_CHOICES_SHOWN + 1);
  expect(wordsOf(html)).toContain("Search for others");
  expect(tagsWith(html, 'name="search"')).toHaveLength(1);
});

test("[S2.25] a search that finds nothing has the way back to all", () => {
  expect(linksOf(page(0, "nothing"))).toContainEqual(["Clear", "/admin/add-ids"]);
});
