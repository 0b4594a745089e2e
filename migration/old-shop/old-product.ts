import { IMAGE_URL_MAX_LENGTH, PRICE_MAX_PAISE, PRODUCT_NAME_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import type { Paise } from "#shop/money.ts";
import type { Warning } from "../report/report-row.ts";
import { isUnclean, readAmount, readText, readTime, timeOfKey } from "./old-values.ts";

/**
 * A product of the old shop. The description is not sanitized yet; a null price could not be read.
 */
export type OldProduct = {
  name: string;
  pricePaise: Paise | null;
  description: string;
  image: string;
  createdAt: Date | null;
  updatedAt: Date | null;
  warnings: Warning[];
};

/** Parses a product's fields. */
export function readOldProduct(id: string, fields: Readonly<Record<string, unknown>>): OldProduct {
  const warnings = new Set<Warning>();
  if (Object.values(fields).some(isUnclean)) warnings.add("textCleaned");
  const createdAt = readTime(fields.createdAt) ?? timeOfKey(id);
  if (readTime(fields.createdAt) === null) warnings.add("timeMissing");
  return {
    name: readName(id, fields.name, warnings),
    pricePaise: readPrice(fields.price, warnings),
    description: readText(fields.description) ?? "",
    image: readImage(fields.image ?? fields.imageUrl, warnings),
    createdAt,
    updatedAt: readTime(fields.updatedAt),
    warnings: [...warnings],
  };
}

function readName(id: string, value: unknown, warnings: Set<Warning>): string {
  const name = (readText(value) ?? "").replace(/\s+/g, " ");
  if (name === "") {
    warnings.add("nameMissing");
    return `Product ${id}`;
  }
  if (name.length > PRODUCT_NAME_MAX_LENGTH) warnings.add("nameCut");
  return name.slice(0, PRODUCT_NAME_MAX_LENGTH).toWellFormed();
}

function readPrice(value: unknown, warnings: Set<Warning>): Paise | null {
  const amount = readAmount(value);
  if (amount === null || amount.paise > PRICE_MAX_PAISE) {
    warnings.add("priceUnusable");
    return null;
  }
  if (typeof value === "string") warnings.add("priceAsText");
  if (amount.isRounded) warnings.add("priceRounded");
  return amount.paise;
}

/** Checks the link without fetching it: only links that no browser could show are reported. */
function readImage(value: unknown, warnings: Set<Warning>): string {
  const text = readText(value) ?? "";
  if (text === "") return "";
  const url = URL.parse(text);
  const isUsable =
    text.length <= IMAGE_URL_MAX_LENGTH &&
    url !== null &&
    /^https?:\/\//i.test(text) &&
    !/^(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(url.hostname);
  if (!isUsable) warnings.add("imageUnusable");
  return isUsable ? text : "";
}
