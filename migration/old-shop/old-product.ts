import { IMAGE_URL_MAX_LENGTH, PRICE_MAX_PAISE, PRODUCT_NAME_MAX_LENGTH } from "#shop/constants.ts";
import type { Paise } from "#shop/money.ts";
import { isUnclean, readAmount, readText, readTime, timeOfKey } from "./old-values.ts";
import type { Oddity } from "./report-row.ts";

/** A product as the old shop knew it, read. The description is not cleaned yet; a price of null cannot be read. */
export type OldProduct = {
  name: string;
  pricePaise: Paise | null;
  description: string;
  image: string;
  createdAt: Date | null;
  updatedAt: Date | null;
  oddities: Oddity[];
};

/** Reads a product's fields. */
export function readOldProduct(id: string, fields: Readonly<Record<string, unknown>>): OldProduct {
  const oddities = new Set<Oddity>();
  if (Object.values(fields).some(isUnclean)) oddities.add("textCleaned");
  const createdAt = readTime(fields.createdAt) ?? timeOfKey(id);
  if (readTime(fields.createdAt) === null) oddities.add("timeMissing");
  return {
    name: readName(id, fields.name, oddities),
    pricePaise: readPrice(fields.price, oddities),
    description: readText(fields.description) ?? "",
    image: readImage(fields.image ?? fields.imageUrl, oddities),
    createdAt,
    updatedAt: readTime(fields.updatedAt),
    oddities: [...oddities],
  };
}

function readName(id: string, value: unknown, oddities: Set<Oddity>): string {
  const name = (readText(value) ?? "").replace(/\s+/g, " ");
  if (name === "") {
    oddities.add("nameMissing");
    return `Product ${id}`;
  }
  if (name.length > PRODUCT_NAME_MAX_LENGTH) oddities.add("nameCut");
  return name.slice(0, PRODUCT_NAME_MAX_LENGTH).toWellFormed();
}

function readPrice(value: unknown, oddities: Set<Oddity>): Paise | null {
  const amount = readAmount(value);
  if (amount === null || amount.paise > PRICE_MAX_PAISE) {
    oddities.add("priceUnusable");
    return null;
  }
  if (typeof value === "string") oddities.add("priceAsText");
  if (amount.isRounded) oddities.add("priceRounded");
  return amount.paise;
}

/** Links are never fetched: this tells only what no browser could show. */
function readImage(value: unknown, oddities: Set<Oddity>): string {
  const text = readText(value) ?? "";
  if (text === "") return "";
  const url = URL.parse(text);
  const isUsable =
    text.length <= IMAGE_URL_MAX_LENGTH &&
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    !/^(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(url.hostname);
  if (!isUsable) oddities.add("imageUnusable");
  return isUsable ? text : "";
}
