import { rupeesFromPaise } from "#shop/money.ts";
import type { Product } from "./product.ts";
import { imageAddress } from "./product-image.ts";

/** What the old shop's format has of a product: the texts in its main language. */
type ProductInMain = Omit<Product, "language" | "translations">;

/** A product in the JSON format of the old shop. [S3.1] */
type ProductJson = { name: string; price: number; description: string; image: string; createdAt: string; updatedAt: string };

/**
 * Converts a product: price in rupees, times in ISO 8601, and an uploaded picture as a URL. [S3.1]
 */
export function productJson(product: ProductInMain, origin: string): ProductJson {
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
export function catalogueJson(products: readonly ProductInMain[], origin: string): Record<string, ProductJson> {
  return Object.fromEntries(products.map((product) => [product.id, productJson(product, origin)]));
}
