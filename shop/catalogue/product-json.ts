import { rupeesFromPaise } from "#shop/money.ts";
import type { Product } from "./product.ts";
import { imageAddress } from "./product-image.ts";

/** A product as the JSON of the old store wrote it. [S3.1] */
export type ProductJson = { name: string; price: number; description: string; image: string; createdAt: string; updatedAt: string };

/** Money in rupees, times as ISO 8601, an uploaded picture as an address at the shop's origin. [S3.1] */
export function productJson(product: Product, origin: string): ProductJson {
  return {
    name: product.name,
    price: rupeesFromPaise(product.pricePaise),
    description: product.description,
    image: imageAddress(product.image, origin),
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
  };
}

/** The catalogue as one object keyed by product id. [S7.1] */
export function catalogueJson(products: readonly Product[], origin: string): Record<string, ProductJson> {
  return Object.fromEntries(products.map((product) => [product.id, productJson(product, origin)]));
}
