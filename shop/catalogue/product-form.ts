import { z } from "zod";
import {
  ADDED_TEXT_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  ID_MAX_LENGTH,
  ID_PATTERN_MAX_LENGTH,
  IMAGE_URL_MAX_LENGTH,
  PRICE_MAX_PAISE,
  PRODUCT_NAME_MAX_LENGTH,
} from "#shop/constants.ts";
import { paiseFromRupees } from "#shop/money.ts";
import { readIdPattern } from "./id-pattern.ts";

const name = z
  .string("nameRequired")
  .transform((text) => text.trim().replace(/\s+/g, " "))
  .pipe(z.string().min(1, "nameRequired").max(PRODUCT_NAME_MAX_LENGTH));

/** Rupees, typed or as JSON; afterwards they are paise. [S3.4] */
const price = z.union([z.number(), z.string()], "priceInvalid").transform((rupees, context) => {
  const paise = paiseFromRupees(rupees);
  if (paise !== null && paise <= PRICE_MAX_PAISE) return paise;
  context.addIssue({ code: "custom", message: "priceInvalid" });
  return z.NEVER;
});

const description = z
  .string()
  .max(DESCRIPTION_MAX_LENGTH)
  .nullish()
  .transform((text) => text ?? "");

const image = z
  .string("imageUrlInvalid")
  .max(IMAGE_URL_MAX_LENGTH)
  .trim()
  .refine((text) => text === "" || (/^https?:\/\//i.test(text) && URL.canParse(text)), "imageUrlInvalid")
  .nullish()
  .transform((text) => text ?? "");

const idPattern = z
  .string()
  .trim()
  .max(ID_PATTERN_MAX_LENGTH)
  .refine((text) => readIdPattern(text).ok, "idPatternInvalid")
  .optional();
const idExample = z.string().trim().max(ID_MAX_LENGTH).optional();

/** One ID per line, or a list; the lines are read by `readIdList`. [S5.8] */
const pastedIds = z
  .union([z.string().max(ADDED_TEXT_MAX_LENGTH), z.array(z.string().max(ID_MAX_LENGTH * 2)).max(ADDED_TEXT_MAX_LENGTH / 50)])
  .nullish()
  .transform((text) => text ?? "");

/**
 * A product as an admin writes it: `price` comes in rupees and becomes paise; `ids` are the new ones and may be empty when editing. Pattern and example
 * of its IDs stay as they are where they are not sent. [S5.8]
 */
export const ProductForm = z.object({ name, price, description, image, ids: pastedIds, idPattern, idExample });
export type ProductForm = z.output<typeof ProductForm>;

/** IDs for a product that is there already; which one may stand in the address instead. [S2.25] [S5.7] */
export const AddIdsForm = z.object({
  productId: z
    .string()
    .nullish()
    .transform((text) => text ?? ""),
  ids: pastedIds,
});
export type AddIdsForm = z.output<typeof AddIdsForm>;
