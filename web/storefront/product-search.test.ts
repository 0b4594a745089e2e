import { expect, test } from "vitest";
import { searchProducts } from "./product-search.ts";

const regular = { name: "Regular account ID", description: "<p>One <b>traveller</b></p>" };
const family = { name: "Family account", description: "<p>Six travellers</p>" };

test("[S2.26] the search finds products by the words of name and description", () => {
  expect(searchProducts([regular, family], "traveller")).toEqual([regular, family]);
  expect(searchProducts([regular, family], " SIX  account ")).toEqual([family]);
  expect(searchProducts([regular, family], "")).toEqual([regular, family]);
  expect(searchProducts([regular, family], "train")).toEqual([]);
});

test("[S2.26] the search does not find tags", () => {
  expect(searchProducts([regular], "<p>")).toEqual([]);
});
