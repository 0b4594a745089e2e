import type { MetaDescriptor } from "react-router";
import type { ShownProduct } from "#shop/catalogue/product.ts";
import { imageAddress } from "#shop/catalogue/product-image.ts";
import { rupeesText } from "#shop/money.ts";
import { absolute, originIn, pageMeta } from "#web/parts/site/page-meta.ts";

/** A product's data for search engines and link previews: text, picture, price and availability. */
export function productMeta(product: ShownProduct, isForSale: boolean, matches: Parameters<typeof pageMeta>[1]): MetaDescriptor[] {
  const path = `/product/${encodeURIComponent(product.id)}`;
  const description = plainText(product.description, DESCRIPTION_LENGTH);
  const tags = pageMeta({ title: product.name, description, path, image: product.image, isListed: isForSale }, matches);
  const origin = originIn(matches);
  return origin ? [...tags, { "script:ld+json": structured(product, isForSale, origin, path) }] : tags;
}

/** A product as schema.org JSON-LD. React Router escapes it for the script element. */
export function structured(product: ShownProduct, isForSale: boolean, origin: string, path: string) {
  const url = absolute(origin, path);
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    description: plainText(product.description, 5_000) || product.name,
    sku: product.id,
    url,
    ...(product.image && { image: imageAddress(product.image, origin) }),
    offers: {
      "@type": "Offer",
      url,
      priceCurrency: "INR",
      price: rupeesText(product.pricePaise),
      availability: `https://schema.org/${isForSale && product.available > 0 ? "InStock" : "OutOfStock"}`,
    },
  };
}

/** A description's text without HTML, cut between words at `length` characters. */
export function plainText(html: string, length: number): string {
  const text = html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof signs) => signs[name])
    .replace(/\s+/g, " ")
    .replace(/ (?=[.,;:!?](\s|$))/g, "")
    .trim();
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/\s+\S*$/, "")}…`;
}

/** How much of a description search engines show. */
const DESCRIPTION_LENGTH = 160;
const signs = { amp: "&", lt: "<", gt: ">", quot: '"' };
