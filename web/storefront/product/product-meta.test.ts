import { expect, test } from "vitest";
import type { ShownProduct } from "#shop/catalogue/product.ts";
import { someLanguages } from "#tests/support/web/render.tsx";
import { plainText, productMeta, structured } from "./product-meta.ts";

const at = new Date("2026-11-21T12:00:00Z");
const product: ShownProduct = {
  id: "p 1",
  name: "Family account",
  pricePaise: 1_234_50,
  description: "<p>Six <b>travellers</b>, &lt;all&gt; &amp; sundry.</p><ul><li>e-mail</li></ul>",
  image: `/product-images/${"a".repeat(48)}.webp`,
  isSample: false,
  createdAt: at,
  updatedAt: at,
  claimHours: null,
  available: 2,
};
const root = { origin: "https://shop.example", settings: { name: "Trackside", blurb: "IDs." }, languages: someLanguages, language: "en" };
const matches = [{ id: "root", loaderData: { ...root, isLanguageFixed: false } }];
const url = "https://shop.example/product/p%201";

test("a product is passed on with its name, words, price and picture, all at whole addresses", () => {
  const tags = productMeta(product, true, matches);
  expect(tags).toContainEqual({ title: "Family account · Trackside" });
  expect(tags).toContainEqual({ name: "description", content: "Six travellers, <all> & sundry. e-mail" });
  expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href: url });
  expect(tags).toContainEqual({ property: "og:url", content: url });
  expect(tags).toContainEqual({ property: "og:image", content: `https://shop.example${product.image}` });
  expect(tags).toContainEqual({ name: "twitter:card", content: "summary_large_image" });
});

test("[S11.1] a page names its versions in each language, and one in a fixed language is its own address", () => {
  const inHindi = [{ id: "root", loaderData: { ...root, language: "hi", isLanguageFixed: true } }];
  for (const [page, own] of [
    [matches, url],
    [inHindi, `${url}?lang=hi`],
  ] as const) {
    const tags = productMeta(product, true, page);
    expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href: own });
    expect(tags.filter((tag) => "hrefLang" in tag)).toEqual([
      { tagName: "link", rel: "alternate", hrefLang: "en", href: `${url}?lang=en` },
      { tagName: "link", rel: "alternate", hrefLang: "hi", href: `${url}?lang=hi` },
      { tagName: "link", rel: "alternate", hrefLang: "x-default", href: url },
    ]);
  }
  expect(productMeta(product, true, inHindi)).toContainEqual({ property: "og:locale", content: "hi_IN" });
});

test("a product without words or picture is passed on with the shop's", () => {
  const tags = productMeta({ ...product, description: "", image: "" }, true, matches);
  expect(tags).toContainEqual({ name: "description", content: "IDs." });
  expect(tags).toContainEqual({ property: "og:image", content: "https://shop.example/share.png" });
});

test("a sample that nobody can buy is not listed", () => {
  const tags = productMeta(product, false, matches);
  expect(tags).toContainEqual({ name: "robots", content: "noindex, follow" });
  expect(JSON.stringify(tags)).not.toContain("canonical");
});

test("the structured data names the price in rupees and says whether it can be had", () => {
  expect(structured(product, true, "https://shop.example", "/product/p%201")).toMatchObject({
    "@type": "Product",
    url,
    offers: { "@type": "Offer", priceCurrency: "INR", price: "1234.50", availability: "https://schema.org/InStock" },
  });
  for (const [one, isForSale] of [
    [{ ...product, available: 0 }, true],
    [product, false],
  ] as const)
    expect(structured(one, isForSale, "https://shop.example", "/").offers.availability).toBe("https://schema.org/OutOfStock");
});

test("words are cut between two of them", () => {
  expect(plainText("<p>one two three</p>", 10)).toBe("one two…");
  expect(plainText("<p>one two</p>", 10)).toBe("one two");
});
