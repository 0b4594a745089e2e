import type { Paise } from "#shop/money.ts";
import { type ShownText, type Translations, textIn } from "#shop/translations.ts";

/** A product's texts that may be in several languages. [S11.2] */
export const productTexts = ["name", "description"] as const;
export type ProductText = (typeof productTexts)[number];

/** Whether a paid order is delivered at once, or waits for an approval. [S10.6] */
export const deliveryWays = ["instant", "after approval"] as const;
export type DeliveryWay = (typeof deliveryWays)[number];

/** What the shop sells; each of its IDs is sold once. [S3.1] */
export type Product = {
  id: string;
  name: string;
  pricePaise: Paise;
  /** Sanitized HTML. [S2.10] */
  description: string;
  /** The language of name and description: the shop's own, if there is a name in it. [S11.2] */
  language: string;
  /** Name and sanitized description in other languages. [S11.2] */
  translations: Translations<ProductText>;
  /** A link, the path of an uploaded picture, or empty. [S5.8] */
  image: string;
  isSample: boolean;
  createdAt: Date;
  updatedAt: Date;
};

/**
 * A product with the number of IDs that can be sold now, how they are delivered, and for how many
 * hours they may be claimed; null: as the shop's. [S2.10] [S2.33] [S10.6] [S15.1]
 */
export type ProductOnSale = Product & { available: number; delivery: DeliveryWay; claimHours: number | null };

/**
 * A product as a page shows it; `lang` names a text's language if that is not the page's. [S11.2]
 */
export type ShownProduct = Omit<ProductOnSale, "language" | "translations" | "delivery"> & { nameLang?: string; descriptionLang?: string };

/** A product with its texts for a reader of this language. [S11.2] */
export function shownIn(language: string, product: ProductOnSale): ShownProduct {
  const { language: _, translations, delivery, ...shown } = product;
  const [name, description] = productTexts.map((field) => textIn(product, field, language)) as [ShownText, ShownText];
  return {
    ...shown,
    name: name.text,
    description: description.text,
    ...(name.lang && { nameLang: name.lang }),
    ...(description.lang && { descriptionLang: description.lang }),
  };
}

/**
 * Whether a text can be a product ID. The check is loose because the old shop's IDs are kept.
 * [S2.13]
 */
export function isProductId(text: string): boolean {
  return /^[\x21-\x7e]{1,100}$/.test(text);
}
