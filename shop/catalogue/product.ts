import type { Paise } from "#shop/money.ts";

/** What the shop sells: every ID of a product is one thing sold once. [S3.1] */
export type Product = {
  id: string;
  name: string;
  pricePaise: Paise;
  /** HTML, cleaned when it was written. [S2.10] */
  description: string;
  /** A link, the path of a picture that was uploaded, or empty. [S5.8] */
  image: string;
  isSample: boolean;
  createdAt: Date;
  updatedAt: Date;
};

/** A product with how many of its IDs can be sold now. [S2.10] [S2.33] */
export type ProductOnSale = Product & { available: number };

/** Whether a text can be a product's id at all; the old store's ids are kept, so the shape is loose. [S2.13] */
export function isProductId(text: string): boolean {
  return /^[\x21-\x7e]{1,100}$/.test(text);
}
