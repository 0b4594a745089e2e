import { parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { siteMap } from "./sitemap-text.ts";

const at = new Date("2026-11-21T12:00:00Z");

test("the site map names each page and product once, the product with when it was changed", () => {
  const text = [...siteMap("https://shop.example", [{ id: "p-1", updatedAt: at }])].join("");
  expect(text).toContain("<url><loc>https://shop.example/</loc></url>");
  expect(text).toContain("<url><loc>https://shop.example/products</loc></url>");
  expect(text).toContain("<url><loc>https://shop.example/product/p-1</loc><lastmod>2026-11-21T12:00:00.000Z</lastmod></url>");
  expect(text.match(/<url>/g)).toHaveLength(8);
});

test("an odd product id cannot break out of the site map", () => {
  const text = [...siteMap("https://shop.example", [{ id: "a&b<'\"/../]]>", updatedAt: at }])].join("");
  expect(text).toContain("<loc>https://shop.example/product/a%26b%3C&#39;%22%2F..%2F%5D%5D%3E</loc>");
  expect(parseDocument(text, { xmlMode: true }).children.length).toBeGreaterThan(0);
});

test("many products come in pieces", () => {
  const many = Array.from({ length: 2_500 }, (_, n) => ({ id: `p-${n}`, updatedAt: at }));
  const pieces = [...siteMap("https://shop.example", many)];
  expect(pieces).toHaveLength(6);
  expect(pieces.join("").match(/<lastmod>/g)).toHaveLength(2_500);
});

test("[S10.14] the published pages are in the site map, with the time of their text", () => {
  const text = [...siteMap("https://shop.example", [], [{ slug: "terms", publishedAt: at }])].join("");
  expect(text).toContain("<url><loc>https://shop.example/terms</loc><lastmod>2026-11-21T12:00:00.000Z</lastmod></url>");
  expect(text.match(/<url>/g)).toHaveLength(8);
});
