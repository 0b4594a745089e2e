import type { Paise } from "#shop/money.ts";

/** Whether a paid order is delivered at once, or waits for an approval. [S10.6] */
export const deliveryWays = ["instant", "after approval"] as const;

/** What the shop sells; each of its IDs is sold once. [S3.1] */
export type Product = {
  id: string;
  name: string;
  pricePaise: Paise;
  /** Sanitized HTML. [S2.10] */
  description: string;
  /** A link, the path of an uploaded picture, or empty. [S5.8] */
  image: string;
  isSample: boolean;
  createdAt: Date;
  updatedAt: Date;
};

/** A product with the number of IDs that can be sold now. [S2.10] [S2.33] */
export type ProductOnSale = Product & { available: number };

/**
 * Whether a text can be a product ID. The check is loose because the old shop's IDs are kept.
 * [S2.13]
 */
export function isProductId(text: string): boolean {
  return /^[\x21-\x7e]{1,100}$/.test(text);
}
